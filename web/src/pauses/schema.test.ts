import { expect, test } from "vitest"
import { DRAFT, draftText, isDraft } from "./draft"
import { faultsOf } from "./faults"
import { moved, removed } from "./lists"
import { emptyOf, fieldsOf, kindOf, type Schema, tidied } from "./schema"

const LINES: Schema = { type: "array", items: { type: "string", maxLength: 5 }, minItems: 1, maxItems: 2 }
const NAMED: Schema = {
  type: ["object", "string"],
  properties: { name: { type: "string", minLength: 1 }, also: LINES, better: { enum: ["more", "less", ""] } },
  required: ["name"],
}

test("each sort of schema has its form, and what has none is JSON", () => {
  const kinds = [
    { type: "string" },
    { enum: ["a"] },
    { type: "boolean" },
    { type: "integer" },
    LINES,
    { type: "array", items: { enum: ["E1"] } },
    { type: "array", items: { type: "integer" } },
    { type: "array", items: NAMED },
    NAMED,
    { type: "object" },
    {},
    { type: "array" },
  ].map((one) => kindOf(one))
  expect(kinds).toEqual("text choice flag number lines picks numbers records record json json json".split(" "))
})

test("a bare text is the record's first required field; new entries hold what is required", () => {
  expect(fieldsOf(NAMED, "Alpha")).toEqual({ name: "Alpha" })
  expect(emptyOf(NAMED)).toEqual({ name: "" })
  expect(emptyOf({ type: "integer", minimum: 3 })).toBe(3)
  expect(emptyOf({ enum: ["title", "bullets"] })).toBe("bullets")
})

test("what is sent has no space around it and no empty lines; what nobody asked about stays", () => {
  const schema: Schema = { type: "object", properties: { points: LINES, items: { type: "array", items: NAMED } } }
  const value = { points: [" a ", "", "b"], items: [{ name: " x ", score: 1 }], aside: { kept: true } }
  expect(tidied(schema, value)).toEqual({ points: ["a", "b"], items: [{ name: "x", score: 1 }], aside: { kept: true } })
})

test("faults stand at their place, with the bound that is missed", () => {
  const schema: Schema = {
    type: "object",
    properties: {
      points: LINES,
      items: { type: "array", items: NAMED },
      count: { type: "integer", minimum: 2, maximum: 9 },
    },
    required: ["points"],
  }
  const found = faultsOf(
    schema,
    { points: ["𠮷野家家家", "toolong"], items: [{ name: "" }, "bare"], count: 12 },
    "plan",
  )
  expect(found).toEqual({
    "plan.points.1": { why: "long", bound: 5 },
    "plan.items.0.name": { why: "needed" },
    "plan.count": { why: "high", bound: 9 },
  })
  expect(faultsOf(schema, { points: [] })).toEqual({ points: { why: "few", bound: 1 } })
  expect(faultsOf(schema, { points: ["a", "b", "c"] })).toEqual({ points: { why: "many", bound: 2 } })
  expect(faultsOf(schema, {})).toEqual({ points: { why: "needed" } })
  expect(faultsOf(schema, { points: ["a"], count: null })).toEqual({ count: { why: "form" } })
  expect(faultsOf(schema, { points: ["a"], count: 2 })).toEqual({})
})

test("entries keep naming each other when they are moved or removed", () => {
  const tasks = [{ q: "a" }, { q: "b", depends_on: [1] }, { q: "c", depends_on: [1, 2] }]
  expect(moved(tasks, 0, 2)).toEqual([{ q: "b", depends_on: [3] }, { q: "c", depends_on: [3, 1] }, { q: "a" }])
  expect(removed(tasks, 0)).toEqual([
    { q: "b", depends_on: [] },
    { q: "c", depends_on: [1] },
  ])
  expect(moved(["x", "y"], 1, 0)).toEqual(["y", "x"])
})

test("a draft is read as a document, and its words are edited without what they rest on", () => {
  const draft = {
    title: "宇治茶",
    summary: [
      { text: "一つ。", evidence: ["e1"] },
      { text: "二つ。", evidence: [] },
    ],
    findings: [{ text: "発見", evidence: ["e1"] }],
    analysis: [{ point: 3, statements: [{ text: "文", evidence: ["e2"] }] }],
  }
  const words = { summary: "要約", findings: "主な発見", point: (n: number) => `論点 ${n}`, bare: "（出典なし）" }
  expect(isDraft(draft)).toBe(true)
  expect(isDraft({ findings: [] })).toBe(false)
  expect(draftText(draft, words)).toBe(
    "# 宇治茶\n\n## 要約\n\n一つ。二つ。（出典なし）\n\n## 主な発見\n\n- 発見\n\n## 論点 3\n\n文",
  )
  expect(tidied(DRAFT, draft)).toEqual(draft)
})
