import type { Step } from "@/live/state"

/** Each text once, with how often it came, in the order of the first. */
export function counted(texts: readonly string[]): [text: string, count: number][] {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return [...times]
}

/** Why rules answered where models were to: each reason once. */
export function reasons(steps: readonly Step[]): string[] {
  const calls = steps.flatMap((step) => step.notes).filter((note) => note.type === "model_call")
  const why = calls.filter((call) => call.by === "rule" && call.why && call.why !== "no model").map((call) => call.why)
  return counted(why).map(([reason]) => reason)
}
