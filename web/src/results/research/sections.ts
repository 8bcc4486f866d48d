import type { Report } from "@/api/types/research"

type Name = "summary" | "findings" | "analysis" | "disagreements" | "notCovered" | "references" | "howMade"

export interface Section {
  id: string
  name: Name
  points: { id: string; heading: string }[]
}

export const sectionId = (name: Name): string => `report-${name}`
export const pointId = (number: number): string => `point-${number}`

/** The sections that a report has, in their order. */
export function sections(report: Report): Section[] {
  const found: [Name, boolean][] = [
    ["summary", report.summary.length > 0],
    ["findings", true],
    ["analysis", report.analysis.length > 0],
    ["disagreements", report.disagreements.length > 0],
    ["notCovered", true],
    ["references", true],
    ["howMade", true],
  ]
  return found
    .filter(([, has]) => has)
    .map(([name]) => ({
      id: sectionId(name),
      name,
      points: name === "analysis" ? report.analysis.map((one, n) => ({ id: pointId(n), heading: one.heading })) : [],
    }))
}
