import { expect, test } from "vitest"
import type { Feedback, Finding, Result } from "@/api/types/resume"
import { folded, notedLines } from "./annotated"
import { findingsOf } from "./findings"

const text = "𠮷\nWorked on things.\n\nDid support.\nThe end.\n"

const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
  ...{ id, critic: "copywriter", criterion: "verbs", severity: "minor", text: `about ${id}`, place: null },
  ...{ quote: "", suggestion: "", question: "", by: "m" },
  ...more,
})

const said = (iteration: number, findings: Finding[]): Feedback => ({
  ...{ agent: "copywriter", iteration, findings, score: 5, looks: [], verdict: "fail", by: "m", dropped: 0, note: "" },
  criteria: [{ id: "verbs", name: "Verbs", score: 2, by: "model", note: "", looks: [] }],
  why: "",
})

const reviewed = (feedback: Feedback[], more: Partial<Result> = {}) =>
  ({ original: text, best: 1, feedback, changes: [], ...more }) as unknown as Result

const support = { quote: "Did support.", place: { line: 4, start: 21, end: 33 } }
const worked = { quote: "Worked on things.", place: { line: 2, start: 2, end: 19 } }

test("findings stand in the order of the text, with their words; the gravest of the whole first", () => {
  const { placed, whole } = findingsOf(
    reviewed([
      said(1, [finding("1C1", support), finding("1C2", worked), finding("1C3"), finding("1C4", { severity: "major" })]),
    ]),
  )
  expect(placed.map((one) => one.finding.id)).toEqual(["1C2", "1C1"])
  expect(placed.map((one) => text.slice(one.start, one.end))).toEqual(["Worked on things.", "Did support."])
  expect(whole.map((one) => one.finding.id)).toEqual(["1C4", "1C3"])
  expect(placed[0]?.criterion).toBe("Verbs")
})

test("what a later round says again is noted once, at the first", () => {
  const { placed } = findingsOf(
    reviewed([
      said(2, [finding("2C1", support)]),
      said(1, [finding("1C1", support)]),
      said(3, [finding("3C1", support)]),
    ]),
  )
  expect(placed.map((one) => [one.finding.id, one.again])).toEqual([["1C1", [2, 3]]])
})

test("a later round's finding stands where its words stand in the original, or at its own line", () => {
  const result = reviewed(
    [
      said(2, [
        finding("2C1", { ...support, place: { line: 9, start: 0, end: 1 } }),
        finding("2C2", { quote: "New words", place: { line: 2, start: 0, end: 1 } }),
      ]),
    ],
    { best: 2 },
  )
  const { placed } = findingsOf(result)
  expect(placed.map((one) => [one.finding.id, one.line, one.start])).toEqual([
    ["2C2", 2, undefined],
    ["2C1", 4, text.indexOf("Did support.")],
  ])
})

test("words that only a version after the best has are not shown, unless an edit answers them", () => {
  const far = said(3, [finding("3C1", { quote: "gone", place: { line: 1, start: 0, end: 1 } })])
  expect(findingsOf(reviewed([far])).placed).toEqual([])
  const changes = [{ id: "E1", findings: ["3C1"] }] as unknown as NonNullable<Result["changes"]>
  expect(findingsOf(reviewed([far], { changes })).placed).toHaveLength(1)
})

test("lines carry their findings and marks; those far from any are folded", () => {
  const { placed } = findingsOf(reviewed([said(1, [finding("1C1", { ...support, severity: "major" })])]))
  const lines = notedLines(text, placed)
  expect(lines).toHaveLength(5)
  expect(lines[3]?.stretches).toEqual([{ text: "Did support.", grave: "major" }])
  expect(lines[3]?.findings.map((one) => one.finding.id)).toEqual(["1C1"])
  const many = notedLines(`${"x\n".repeat(9)}`, [])
  expect(folded(many).map((run) => [run.lines.length, run.isFolded])).toEqual([[9, true]])
  expect(folded(lines).map((run) => [run.lines.length, run.isFolded])).toEqual([
    [2, false],
    [3, false],
  ])
})
