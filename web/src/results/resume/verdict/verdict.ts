import type { Result, Scored } from "@/api/types/resume"

/** The score of a round, or undefined. */
export const scoredAt = (result: Result, iteration: number): Scored | undefined =>
  result.history?.find((one) => one.iteration === iteration)

/** The score of the version that the review ends with. */
export const bestOf = (result: Result): Scored | undefined => scoredAt(result, result.best)

/** Whether no model judged anything: then there are measures and no grade. */
export const isMeasuredOnly = (result: Result): boolean => !result.history?.some((one) => one.judged)

/** Whether taking the edits over is what the review recommends: not where a comparison preferred the original. */
export const isRecommended = (result: Result): boolean => ["improved", "not_compared"].includes(result.outcome)

/** The score to one place; to two where rounding would move it over the threshold. */
export function scoreText(value: number, threshold: number): string {
  const text = value.toFixed(1)
  return Number(text) >= threshold === value >= threshold ? text : value.toFixed(2)
}

/** Whether the score reaches the threshold and the lower end of its spread does not. */
export function isJustBelow(result: Result): boolean {
  const scored = bestOf(result)
  if (!scored?.judged || result.gate !== "strict") return false
  return (scored.score ?? 0) >= result.threshold && (scored.low ?? 0) < result.threshold
}

/** How many criteria models judged, code measured, and nobody looked at. */
export function lookedAt(result: Result, iteration = result.best) {
  const criteria = (result.feedback ?? []).filter((one) => one.iteration === iteration).flatMap((one) => one.criteria)
  const by = (wanted: string) => criteria.filter((one) => one.score !== null && one.by === wanted).length
  const [judged, measured] = [by("model"), by("code")]
  return { judged, measured, nobody: criteria.length - judged - measured, total: criteria.length }
}
