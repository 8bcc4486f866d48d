import type { LiveRun } from "./state"

/** Of a team's total the reviewer is who adds it up. */
const reviewerOf = (score: string) => (score === "overall" ? "aggregator" : score)

/** Whether a score is somebody's judgement: what rules only measured is no grade, and must not look like one. */
export function isJudged(live: Pick<LiveRun, "verdicts">, score: string): boolean {
  return live.verdicts.findLast((one) => one.reviewer === reviewerOf(score))?.verdict !== "no_verdict"
}
