import type { ApprovalShown } from "@/api/types/server"
import { type Fields, isFields, kindOf, propertiesOf, type Schema } from "./schema"

/** Fields of answers that take what a person has to say. */
const REMARKS = ["comment", "human_input"]
const MOST_WORDS = 2000

/** What a pause wants: a decision on something, words, a choice of edits, or what its schema says. */
export type Shape =
  | { kind: "decide"; edited: string; remark: string; schema: Schema }
  | { kind: "words"; field: string; options: string[]; most: number }
  | { kind: "choice"; field: string; options: string[] }
  | { kind: "edits" }
  | { kind: "other"; schema: Schema }

/** Read off the schema of the answer, so that pauses of teams to come are answered too. */
export function shapeOf(approval: ApprovalShown): Shape {
  const schema = approval.answer_schema as Schema
  return (
    wordsOf(approval, schema) ??
    choiceOf(schema) ??
    decisionOf(schema) ??
    (areEdits(approval) ? { kind: "edits" } : { kind: "other", schema })
  )
}

function wordsOf(approval: ApprovalShown, schema: Schema): Shape | undefined {
  const [only, ...more] = propertiesOf(schema)
  if (!only || more.length || kindOf(only[1]) !== "text") return undefined
  return { kind: "words", field: only[0], options: linesOf(approval.shown), most: only[1].maxLength ?? MOST_WORDS }
}

/** One of a few ways to go on, and nothing else. */
function choiceOf(schema: Schema): Shape | undefined {
  const [only, ...more] = propertiesOf(schema)
  if (!only || more.length || kindOf(only[1]) !== "choice") return undefined
  return { kind: "choice", field: only[0], options: (only[1].enum ?? []).map(String) }
}

function decisionOf(schema: Schema): Shape | undefined {
  const names = propertiesOf(schema).map(([name]) => name)
  if (!names.includes("go_on")) return undefined
  const remark = names.find((name) => REMARKS.includes(name)) ?? ""
  const edited = names.find((name) => name !== "go_on" && name !== remark) ?? ""
  return { kind: "decide", edited, remark, schema: schema.properties?.[edited] ?? {} }
}

/** Whether it asks which of some edits shall stand. */
function areEdits({ answer_schema, shown }: ApprovalShown): boolean {
  const accept = (answer_schema as Schema).properties?.accept
  return accept !== undefined && kindOf(accept) === "picks" && Array.isArray(shown) && shown.every(isFields)
}

/** The answer of who accepts, as fields. */
export const defaultsOf = (approval: ApprovalShown): Fields => (isFields(approval.default) ? approval.default : {})

/** What is shown, line by line. */
export function linesOf(shown: unknown): string[] {
  if (shown === null || shown === undefined) return []
  const all = Array.isArray(shown) ? shown : [shown]
  return all.map((one) => (typeof one === "string" ? one : JSON.stringify(one, null, 1)))
}
