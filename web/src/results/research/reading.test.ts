import { expect, test } from "vitest"
import type { ClaimRuling, PointCoverage } from "@/api/types/research"
import { stretchesOf } from "./checked"
import { markedText, quotation, reportText } from "./copying"
import { shapesOf } from "./Drawing"
import { draftOf } from "./drafts"
import { block, cite, point, reportOf, says } from "./report.fixture"
import { parted } from "./Sentence"
import { subtasksOf } from "./subtasks"

test("copied text keeps every mark, and the list that they lead to", () => {
  const text = reportText(reportOf())
  expect(text).toContain("No frost. [2] (partly supported, disputed)")
  expect(text).toContain("[1] Notes · notes.md · read 2026-01-01")
  expect(text).toContain("[2] River · https://example.org/river")
  expect(text).not.toContain("Where sources disagree")
  expect(markedText(says("茶。", { citations: [cite(3, "p")], marks: ["disputed"] }), "ja")).toBe(
    "茶。 [3] (食い違いあり)",
  )
})

test("a quotation says where it stands", () => {
  expect(quotation(reportOf(), 1, " It grew well ", "p1")).toBe(
    "“It grew well”\nNotes · notes.md · read 2026-01-01 · p. 2 · Uji",
  )
})

test("claims are found in the text that was checked, whatever its letters", () => {
  const claim = (start: number, end: number, text: string): ClaimRuling => ({
    claim: text,
    words: text,
    start,
    end,
    ruling: "supported",
    confidence: null,
    origins_for: 1,
    origins_against: 0,
    judged_by_model: false,
    note: "",
  })
  const ruling = { ruling: "supported" as const, confidence: null, note: "" }
  const report = reportOf({
    question: "𠮷 is. Tea is good. End.",
    analysis: [point("Tea is good.", [block()], { ruling })],
  })
  const found = stretchesOf(report, [claim(6, 18, "Tea is good."), claim(0, 5, "𠮷 is."), claim(90, 99, "lost")])
  expect(found.map((one) => [one.text, one.claim?.claim, one.point])).toEqual([
    ["𠮷 is.", "𠮷 is.", undefined],
    [" ", undefined, undefined],
    ["Tea is good.", "Tea is good.", 0],
    [" End.", undefined, undefined],
  ])
})

test("subtasks are a tree; queries of the plan are none", () => {
  const coverage = [{ text: "soil", coverage: 0.5 } as PointCoverage]
  const tree = subtasksOf(
    [
      { id: "s1", text: "tea" },
      { id: "s1.1", text: "soil" },
      { query: "tea soil", where: "web" },
      { id: "s2", text: "x" },
    ],
    coverage,
  )
  expect(tree.map((one) => [one.id, one.below.map((below) => [below.id, below.coverage])])).toEqual([
    ["s1", [["s1.1", 0.5]]],
    ["s2", []],
  ])
})

test("the draft is the prose that was written last, not a structured answer", () => {
  const text = (id: string, words: string) => ({ id, kind: "text" as const, words, final: false })
  const live = { steps: [{ texts: [text("a", "# Tea")] }, { texts: [text("b", '{"title": 1}')] }] }
  expect(draftOf(live as unknown as Parameters<typeof draftOf>[0])).toBe("# Tea")
})

test("a mark stays with the last word of its sentence", () => {
  expect(parted("It grew well.")).toEqual(["It grew ", "well."])
  expect(parted("茶が育った。")).toEqual(["茶が育っ", "た。"])
  expect(parted("")).toEqual(["", ""])
})

test("of a picture only shapes and words come along", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x()"><script>x()</script>' +
    '<g class="edge"><text x="1" style="fill:url(https://example.org)">tea</text></g><image href="https://example.org/x"/></svg>'
  const said = JSON.stringify(shapesOf(svg))
  expect(said).toContain("tea")
  expect(said).not.toMatch(/script|onload|example|image|style/)
  expect(shapesOf("no picture")).toBeNull()
})
