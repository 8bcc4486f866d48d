import type { ClaimRuling, Report } from "@/api/types/research"

/** A stretch of the checked text, and the claim that it is. */
export interface Stretch {
  text: string
  claim?: ClaimRuling
  /** Number of the point of the report that rules on it. */
  point?: number
}

/** The text in stretches: claims, and what lies between; offsets count code points. */
export function stretchesOf(report: Report, rulings: ClaimRuling[]): Stretch[] {
  const letters = [...report.question]
  const found: Stretch[] = []
  let at = 0
  const add = (text: string, more: Partial<Stretch> = {}) => text && found.push({ text, ...more })
  for (const claim of [...rulings].sort((a, b) => a.start - b.start)) {
    if (claim.start < at || claim.end <= claim.start || claim.end > letters.length) continue
    const point = report.analysis.findIndex((one) => one.ruling && one.heading === claim.claim)
    add(letters.slice(at, claim.start).join(""))
    add(letters.slice(claim.start, claim.end).join(""), point < 0 ? { claim } : { claim, point })
    at = claim.end
  }
  add(letters.slice(at).join(""))
  return found
}
