import { expect, test } from "vitest"
import { citedIn, piecesOf, sourcesOf, wordsByPassage } from "./cited"
import { flowing, textOf } from "./flowing"
import { cite, reportOf, RIVER, says, TEA } from "./report.fixture"

const NOBODY = new Map()

test("each mark is one of the reading order, and opens the very words", () => {
  const report = reportOf()
  const { openings, of } = citedIn(report, NOBODY)
  expect(openings.map((one) => [one.id, one.statement])).toEqual([
    ["cite-1", "It grew well."],
    ["cite-2", "It grew well."],
    ["cite-3", "It grew well."],
    ["cite-4", "No frost."],
  ])
  const mark = report.analysis[0]?.blocks[0]?.sentences[1]?.citations[0]
  expect(mark && of.get(mark)?.supports).toEqual(["partial", "disputed"])
  const [source] = sourcesOf(report, openings[0]?.citations ?? [])
  expect(source?.passages[0]).toMatchObject({
    before: "𠮷田 planted tea.\n",
    words: "It grew well in Uji.",
    after: "",
  })
})

test("a citation without words opens the passage as a whole, one of an unlisted passage nothing", () => {
  const report = reportOf()
  expect(sourcesOf(report, [cite(2, "p2")])[0]?.passages[0]?.words).toBe(RIVER)
  expect(sourcesOf(report, [cite(2, "gone")])[0]?.passages).toEqual([])
  expect(sourcesOf(report, [cite(9, "p2")])).toEqual([])
})

test("passages of one source stand together", () => {
  const found = sourcesOf(reportOf(), [cite(1, "p1", 0, 2), cite(2, "p2"), cite(1, "p1", 4, 11)])
  expect(found.map((one) => [one.reference.number, one.passages.map((shown) => shown.words)])).toEqual([
    [1, ["𠮷田", "lanted "]],
    [2, [RIVER]],
  ])
})

test("a passage of the references shows all words that statements rest on", () => {
  const report = reportOf({
    key_findings: [says("x", { citations: [cite(1, "p1", 0, 2)] })],
    summary: [],
    analysis: [],
  })
  const passage = report.references[0]?.passages[0]
  expect(passage && piecesOf(passage, wordsByPassage(report).get("p1") ?? [])).toEqual([
    { text: "𠮷田", cited: true },
    { text: " planted tea.\nIt grew well in Uji.", cited: false },
  ])
})

test("wrapped lines flow, short ones and lists keep their ends; offsets stay", () => {
  const long = "A line of more than fifty letters, which a converter broke here"
  const text = `${long}\nand went on.\n- one\n- two\n\n𠮷${"あ".repeat(30)}\nい。`
  const letters = flowing(text)
  expect(letters).toHaveLength([...text].length)
  expect(textOf(letters)).toBe(`${long} and went on.\n- one\n- two\n\n𠮷${"あ".repeat(30)}い。`)
  expect(textOf(flowing(TEA))).toBe(TEA)
})
