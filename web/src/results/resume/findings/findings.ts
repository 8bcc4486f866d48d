import type { Feedback, Finding, Result } from "@/api/types/resume"
import { unitPlaces } from "../edits/places"

/** A finding and where it is shown. */
export interface Shown {
  finding: Finding
  iteration: number
  /** Name of its criterion; empty without one. */
  criterion: string
  /** Later rounds that found the same. */
  again: number[]
  /** Line of the original, from 1; undefined for what concerns the whole. */
  line: number | undefined
  /** Its words in the original; undefined where they do not stand there. */
  start: number | undefined
  end: number | undefined
}

const ORDER = ["critical", "major", "minor"] as const

/** Findings in the order of the original, and those about the whole, the gravest first. Each once. */
export function findingsOf(result: Result): { placed: Shown[]; whole: Shown[] } {
  const found = eachOnce(result).map((one) => spotted(one, result))
  const placed = found.filter((one) => one.line !== undefined)
  const spot = (one: Shown) => one.start ?? Infinity
  return {
    placed: placed.sort(
      (one, other) =>
        (one.line ?? 0) - (other.line ?? 0) ||
        Math.sign(spot(one) - spot(other)) ||
        one.finding.id.localeCompare(other.finding.id),
    ),
    whole: found
      .filter((one) => one.line === undefined)
      .sort((one, other) => ORDER.indexOf(one.finding.severity) - ORDER.indexOf(other.finding.severity)),
  }
}

type Found = Pick<Shown, "finding" | "iteration" | "criterion" | "again">

/** What a later round says again is noted at the first; of rounds after the best only what concerns the original. */
function eachOnce(result: Result): Found[] {
  const answered = new Set(result.changes?.flatMap((one) => one.findings))
  const first = new Map<string, Found>()
  const take = (finding: Finding, said: Feedback) => {
    const key = keyOf(finding)
    const known = first.get(key)
    if (known && known.iteration < said.iteration && !answered.has(finding.id)) {
      if (known.again.at(-1) !== said.iteration) known.again.push(said.iteration)
    } else if (answered.has(finding.id) || !isFar(finding, said, result)) {
      const criterion = said.criteria.find((one) => one.id === finding.criterion)?.name ?? ""
      first.set(known ? `${key} ${finding.id}` : key, { finding, iteration: said.iteration, criterion, again: [] })
    }
  }
  const rounds = [...(result.feedback ?? [])].sort((one, other) => one.iteration - other.iteration)
  for (const said of rounds) for (const finding of said.findings) take(finding, said)
  return [...first.values()]
}

const isFar = (finding: Finding, said: Feedback, result: Result) =>
  said.iteration > Math.max(result.best, 1) && !result.original.includes(finding.quote)

const keyOf = (finding: Finding) =>
  [finding.critic, finding.criterion, (finding.quote || finding.text).normalize("NFKC").replace(/\s/g, "")].join(" ")

function spotted(one: Found, result: Result): Shown {
  const { place, quote } = one.finding
  if (!place) return { ...one, line: undefined, start: undefined, end: undefined }
  if (one.iteration === 1) {
    const at = unitPlaces(result.original)
    return { ...one, line: place.line, start: at(place.start), end: at(place.end) }
  }
  const start = quote ? result.original.indexOf(quote) : -1
  if (start < 0) return { ...one, line: place.line, start: undefined, end: undefined }
  const line = result.original.slice(0, start).split("\n").length
  return { ...one, line, start, end: start + quote.length }
}
