import type { Result } from "@/api/types/resume"

/** What a person answers, by question. */
export type Answers = Readonly<Record<string, string>>

/** Most characters of a fact, and most facts that a run takes. */
export const LONGEST = 500
export const MOST = 200

/** On one line, with nothing that a file of facts cannot hold. */
// eslint-disable-next-line no-control-regex -- these are what YAML does not take
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff\s]+/g, " ").trim()

/** The sentences that were answered. */
export const answered = (answers: Answers): string[] => [
  ...new Set(Object.values(answers).map(oneLine).filter(Boolean)),
]

/** What was confirmed before, and what is now: a new round forgets nothing that was said. */
export function factsFor(result: Pick<Result, "facts">, answers: Answers): string[] {
  const before = (result.facts ?? []).filter((one) => one.status === "confirmed").map((one) => oneLine(one.text))
  return [...new Set([...before, ...answered(answers)])].slice(0, MOST)
}

/** A file of facts: YAML takes words as JSON quotes them, so that nothing in them is read as anything else. */
export const factsYaml = (facts: readonly string[]): string => facts.map((one) => `- ${JSON.stringify(one)}\n`).join("")
