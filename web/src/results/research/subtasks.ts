import type { PointCoverage } from "@/api/types/research"
import type { LiveRun } from "@/live/state"

export interface Subtask {
  id: string
  text: string
  /** 0–1; unknown for a subtask that nobody measured. */
  coverage: number | undefined
  below: Subtask[]
}

/** Subtasks as a tree: `s1.1` is below `s1`. Steps of the plan that are queries are none. */
export function subtasksOf(plan: LiveRun["plan"], coverage: PointCoverage[]): Subtask[] {
  const tops: Subtask[] = []
  const known = new Map<string, Subtask>()
  for (const { id, text } of plan) {
    if (typeof id !== "string" || typeof text !== "string" || known.has(id)) continue
    const task = { id, text, coverage: coverage.find((one) => one.text === text)?.coverage, below: [] }
    known.set(id, task)
    const above = known.get(id.slice(0, Math.max(0, id.lastIndexOf("."))))
    ;(above?.below ?? tops).push(task)
  }
  return tops
}
