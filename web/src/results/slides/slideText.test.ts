import { expect, test } from "vitest"
import { deckOf, refOf, slideOf } from "./samples"
import { altOf, cell, sourcesOf, statementsOf } from "./slideText"

const point = (text: string, refs: string[] = [], level = 0) => ({ text, level, refs, by: "rule" })

test("sources are numbered as on the slides, and the wish is none", () => {
  const deck = deckOf([], [refOf("W", { kind: "wish" }), refOf("P1"), refOf("D1", { kind: "rows" })])
  expect([...sourcesOf(deck).values()].map((one) => [one.number, one.ref.id])).toEqual([
    [1, "P1"],
    [2, "D1"],
  ])
})

test("each statement has its sources, each once; what nobody can look up says so", () => {
  const slide = slideOf("s", { points: [point("a", ["P1", "P1", "W"]), point("b", ["W"], 1), point("c")] })
  const deck = deckOf([slide], [refOf("W", { kind: "wish" }), refOf("P1")])
  const said = statementsOf(slide, deck, false)
  expect(said.map((one) => [one.text, one.level, one.sources.length, one.isUnsourced])).toEqual([
    ["a", 0, 1, false],
    ["b", 1, 0, true],
    ["c", 0, 0, true],
  ])
  expect(statementsOf(slide, deck, true).some((one) => one.isUnsourced)).toBe(false)
})

test("an agenda needs no sources, and a list of sources states nothing", () => {
  const deck = deckOf([])
  const agenda = slideOf("s", { kind: "agenda", points: [point("a")] })
  expect(statementsOf(agenda, deck, false)[0]?.isUnsourced).toBe(false)
  expect(statementsOf({ ...agenda, kind: "sources" }, deck, false)).toEqual([])
})

test("a chart is stated by the message of its slide, with its rows", () => {
  const chart = { id: "F1", kind: "bar" as const, title: "Chart", categories: [], series: [], unit: "" }
  const slide = slideOf("s", {
    message: "It grew.",
    chart: { ...chart, number_format: "", alt: "Bars", refs: ["D1"] },
    columns: [{ heading: "H", points: [point("in a column", ["D1"])] }],
  })
  const said = statementsOf(slide, deckOf([slide], [refOf("D1", { kind: "rows" })]), false)
  expect(said.map((one) => [one.text, one.sources[0]?.ref.id])).toEqual([
    ["It grew.", "D1"],
    ["in a column", "D1"],
  ])
  expect(altOf(slide, "Slide 3")).toBe("Slide 3. Title s. It grew. H. in a column. Bars.")
})

test("a slide in words ends each sentence once, in both languages", () => {
  expect(altOf(slideOf("s", { title: "なぜか？", message: "増えた。", points: [point(" ")] }), "スライド1")).toBe(
    "スライド1. なぜか？ 増えた。",
  )
})

test("a value that lacks is a dash", () => {
  const format = new Intl.NumberFormat("en")
  expect([cell(1291, format), cell(0, format), cell(null, format)]).toEqual(["1,291", "0", "–"])
})
