import { isJudged } from "@/live/judged"
import type { LiveRun } from "@/live/state"

export interface SoFar {
  /** A critic, or `overall`. */
  name: string
  /** One for each round. */
  values: number[]
  /** False where rules measured and nobody judged. */
  isJudged: boolean
}

/** The scores of a run at work, by critic. */
export function scoresSoFar(live: Pick<LiveRun, "scores" | "verdicts">): SoFar[] {
  const found = new Map<string, SoFar>()
  for (const score of live.scores) {
    const { name, value } = score
    const known = found.get(name) ?? { name, values: [], isJudged: isJudged(live, score) }
    known.values.push(value)
    found.set(name, known)
  }
  return [...found.values()]
}
