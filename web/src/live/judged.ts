import type { EventOf } from "./state"

type Score = Pick<EventOf<"score">, "name">

/** What was told of scores and verdicts: by a whole run, or by one step of it. */
export interface Appraised<S extends Score = Score> {
  scores: readonly S[]
  verdicts: readonly Pick<EventOf<"verdict">, "reviewer" | "verdict">[]
}

/** The scores of one review of a report, in the order they are told. */
const REVIEW = ["fact_check", "completeness", "logic", "format", "overall"]
/** What only a model can judge: a review without it was measured by rules, and may pass all the same. */
const JUDGEMENT = "logic"

/** Whether a score is a model's judgement: what rules only measured is no grade, and must not look like one. */
export function isJudged<S extends Score>(told: Appraised<S>, score: S): boolean {
  const verdictOf = (reviewer: string) => told.verdicts.findLast((one) => one.reviewer === reviewer)?.verdict
  const critic = verdictOf(score.name === "overall" ? "aggregator" : score.name)
  if (critic) return isAnswer(critic)
  return isAnswer(verdictOf("reviewer")) && reviewWith(told.scores, score).includes(JUDGEMENT)
}

/** Those who gave no verdict judged nothing. */
const isAnswer = (verdict: string | undefined) => verdict === "pass" || verdict === "fail"

/** The names of the scores that one review gave, this one among them; none where it is of no review. */
function reviewWith<S extends Score>(scores: readonly S[], score: S): string[] {
  let review: S[] = []
  for (const one of scores) {
    const rank = REVIEW.indexOf(one.name)
    if (rank < 0) continue
    if (rank <= REVIEW.indexOf(review.at(-1)?.name ?? "")) {
      if (review.includes(score)) break
      review = []
    }
    review.push(one)
  }
  return review.includes(score) ? review.map((one) => one.name) : []
}
