import type { Feedback, Result } from "@/api/types/resume"
import { CRITICS, type CriticName } from "../critics"
import { bestOf, scoredAt } from "../verdict/verdict"

/** One critic of the version that the review ends with. */
export interface CriticRow {
  critic: CriticName
  now: Feedback
  score: number | null
  /** Undefined where the review ends with the original. */
  before: number | null | undefined
  weight: number | undefined
  judged: number
  measured: number
  /** Undefined where the floor does not hold. */
  isShort: boolean | undefined
  dropped: number
}

/** What a critic said in a round. */
export const feedbackOf = (result: Result, critic: CriticName, iteration: number): Feedback | undefined =>
  result.feedback?.find((one) => one.agent === critic && one.iteration === iteration)

/** A row for each critic that there is, in their order. */
export const criticRows = (result: Result): CriticRow[] =>
  CRITICS.flatMap((critic) => {
    const now = feedbackOf(result, critic, result.best)
    return now ? [rowOf(result, critic, now)] : []
  })

function rowOf(result: Result, critic: CriticName, now: Feedback): CriticRow {
  const scored = bestOf(result)
  const score = scored?.by_critic?.[critic] ?? now.score
  const count = (by: string) => now.criteria.filter((one) => one.score !== null && one.by === by).length
  return {
    critic,
    now,
    score,
    before: result.best === 1 ? undefined : (scoredAt(result, 1)?.by_critic?.[critic] ?? null),
    weight: scored?.weights?.[critic],
    judged: count("model"),
    measured: count("code"),
    isShort: isShort(result, now, score),
    dropped: droppedBy(result, critic),
  }
}

function isShort(result: Result, now: Feedback, score: number | null): boolean | undefined {
  const holds = result.gate === "strict" && ["pass", "fail"].includes(now.verdict)
  return holds && score !== null ? bestOf(result)?.short.includes(now.agent) : undefined
}

const droppedBy = (result: Result, critic: CriticName): number =>
  (result.feedback ?? [])
    .filter((one) => one.agent === critic && one.iteration <= result.best)
    .reduce((sum, one) => sum + one.dropped, 0)

/** Critics whose weight the others share: those without a score, and those whose score does not count. */
export function leftOut(result: Result) {
  const scored = bestOf(result)
  const gone = CRITICS.filter((one) => scored?.left_out.includes(one))
  if (gone.length === CRITICS.length) return { without: [], uncounted: [] }
  const has = (one: CriticName) => scored?.by_critic?.[one] != null
  return { without: gone.filter((one) => !has(one)), uncounted: gone.filter(has) }
}
