import type { Shown } from "./findings"

/** Words of a line; `grave` where findings are about them. */
export interface Stretch {
  text: string
  grave?: Shown["finding"]["severity"]
}

/** A line of the original with the findings that begin in it. */
export interface NotedLine {
  number: number
  stretches: Stretch[]
  findings: Shown[]
}

const ORDER = ["critical", "major", "minor"] as const

/** The lines of a text with what is said about them. */
export function notedLines(text: string, findings: readonly Shown[]): NotedLine[] {
  const parts = text.split("\n")
  if (parts.at(-1) === "") parts.pop()
  let start = 0
  return parts.map((part, at) => {
    const begin = start
    start += part.length + 1
    const words = part.replace(/\r$/, "")
    return {
      number: at + 1,
      stretches: stretches(words, begin, findings),
      findings: findings.filter((one) => Math.min(Math.max(one.line ?? 0, 1), parts.length) === at + 1),
    }
  })
}

function stretches(words: string, begin: number, findings: readonly Shown[]): Stretch[] {
  const ranges = findings.flatMap((one) => {
    const start = Math.max((one.start ?? 0) - begin, 0)
    const end = Math.min((one.end ?? 0) - begin, words.length)
    return start < end ? [{ start, end, severity: one.finding.severity }] : []
  })
  const cuts = [...new Set([0, words.length, ...ranges.flatMap((one) => [one.start, one.end])])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((from, at) => {
    const over = ranges.filter((one) => one.start <= from && from < one.end)
    const grave = ORDER.find((severity) => over.some((one) => one.severity === severity))
    const text = words.slice(from, cuts[at + 1])
    return grave ? { text, grave } : { text }
  })
}

/** Runs of lines: those with findings one by one, those without together, a few of them left beside a finding. */
export function folded(lines: readonly NotedLine[], around = 1): { lines: NotedLine[]; isFolded: boolean }[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((one) => one.findings.length)
  const runs: { lines: NotedLine[]; isFolded: boolean }[] = []
  lines.forEach((line, at) => {
    const isFolded = !isNear(at)
    const last = runs.at(-1)
    if (last?.isFolded === isFolded) last.lines.push(line)
    else runs.push({ lines: [line], isFolded })
  })
  return runs.map((run) => (run.lines.length < 3 ? { ...run, isFolded: false } : run))
}
