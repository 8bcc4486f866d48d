import { expect, test } from "vitest"
import type { ApprovalShown } from "@/api/types/server"
import { chosenOf } from "./chosen"
import { linesOf, shapeOf } from "./shape"
import { stepsOf } from "./Steps"

const pause = (answer_schema: object, more: Partial<ApprovalShown> = {}): ApprovalShown => ({
  ...{ id: "i", name: "plan", question: "?", deadline: "", at_deadline: "wait", answered: false, answered_by: "" },
  ...{ answered_at: "", answer_schema: answer_schema as ApprovalShown["answer_schema"] },
  ...more,
})
const PLAN = {
  type: "object",
  properties: { go_on: { type: "boolean" }, plan: { type: "object" }, comment: { type: "string" } },
}

test("what a pause wants is read off the schema of its answer", () => {
  expect(shapeOf(pause(PLAN))).toMatchObject({ kind: "decide", edited: "plan", remark: "comment" })
  const before = { type: "object", properties: { go_on: { type: "boolean" }, human_input: { type: "string" } } }
  expect(shapeOf(pause(before))).toMatchObject({ kind: "decide", edited: "", remark: "human_input" })
  const words = { type: "object", properties: { answer: { type: "string", maxLength: 9 } } }
  expect(shapeOf(pause(words, { shown: ["a", "b"] }))).toEqual({
    ...{ kind: "words", field: "answer", options: ["a", "b"], most: 9 },
  })
  const edits = { type: "object", properties: { accept: { type: "array", items: { enum: ["E1"] } }, edited: {} } }
  expect(shapeOf(pause(edits, { shown: [{ id: "E1" }] })).kind).toBe("edits")
  expect(shapeOf(pause(edits, { shown: ["plain"] })).kind).toBe("other")
  const ways = { type: "object", properties: { answer: { type: "string", enum: ["retry", "give_up"] } } }
  expect(shapeOf(pause(ways))).toEqual({ kind: "choice", field: "answer", options: ["retry", "give_up"] })
  expect(shapeOf(pause({})).kind).toBe("other")
})

test("lines are what is shown, whatever it is", () => {
  expect(linesOf(null)).toEqual([])
  expect(linesOf("one")).toEqual(["one"])
  expect(linesOf(["a", { b: 1 }])).toEqual(["a", '{\n "b": 1\n}'])
})

test("an answer is told by what it says", () => {
  const said = (answer: unknown) => chosenOf(pause(PLAN, { default: { go_on: true, plan: { a: 1 } }, answer }))
  expect(said({ go_on: true, plan: { a: 1 } })).toBe("accepted")
  expect(said({ go_on: true, plan: { a: 2 } })).toBe("edited")
  expect(said({ go_on: true, plan: { a: 1 }, comment: "shorter" })).toBe("commented")
  expect(said({ go_on: false })).toBe("ended")
  const echo = { type: "object", properties: { go_on: { type: "boolean" }, comment: { type: "string" } } }
  expect(chosenOf(pause(echo, { default: { go_on: true }, answer: { go_on: true, comment: "x" } }))).toBe("accepted")
})

test("steps of a plan are told with their role; what says the same twice says it once", () => {
  expect(stepsOf(["S1 data_analyst: 分析 · 分析", "S2 storywriter: Text · Write it: all", "no step"])).toEqual([
    { id: "S1", role: "data_analyst", text: "分析" },
    { id: "S2", role: "storywriter", text: "Text · Write it: all" },
  ])
})
