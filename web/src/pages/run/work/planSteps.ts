import type { LiveRun } from "@/live/state"

/** A line of a plan, whatever team made it. */
export interface PlanLine {
  key: string
  text: string
  /** Where it is searched, where it is a query. */
  where: "" | "documents" | "web"
  /** As the team says it: pending, running, completed; empty where it does not say. */
  state: string
  role: string
  result: string
}

const wordsOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** The plan as lines: teams name things differently, and what is unknown is left out. */
export function planLines(steps: LiveRun["plan"]): PlanLine[] {
  return steps.map((step, place) => {
    const where = step.where === "documents" || step.where === "web" ? step.where : ""
    const text = wordsOf(step.text) || wordsOf(step.title) || wordsOf(step.query) || wordsOf(step.id)
    const [state, role, result] = [wordsOf(step.status), wordsOf(step.role), wordsOf(step.result)]
    return { key: `${place} ${text}`, text, where, state, role, result }
  })
}
