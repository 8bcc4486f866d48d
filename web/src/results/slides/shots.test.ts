import { expect, test } from "vitest"
import { changesBetween, drawnIn, hasDrawn, latest, shotsOf } from "./shots"
import { deckOf, fileOf, resultWith, runOf, slideOf } from "./samples"

const renders = (...shas: string[]) =>
  shas.map((sha256, n) => ({ slide_id: `s-0${n + 1}`, artifact: `slide-0${n + 1}.png`, sha256 }))

const made = (id: string, titles: string[], shas: string[]) =>
  runOf(
    id,
    resultWith(deckOf(titles.map((title, n) => slideOf(`s-0${n + 1}`, { title }))), { renders: renders(...shas) }),
    shas.flatMap((_, n) => [fileOf(`slide-0${n + 1}.png`, 2), fileOf(`slide-0${n + 1}.png`, 1)]),
  )

test("each slide has the newest picture of the run that drew it", () => {
  const run = made("a", ["One", "Two"], ["x", "y"])
  expect(shotsOf(run, run).map((one) => [one.number, one.url, one.lacks])).toEqual([
    [1, "/api/runs/r/artifacts/slide-01.png?version=2", ""],
    [2, "/api/runs/r/artifacts/slide-02.png?version=2", ""],
  ])
})

test("what lacks a picture says why", () => {
  const run = made("a", ["One"], [])
  expect(shotsOf(run, run)[0]?.lacks).toBe("undrawn")
  expect(shotsOf(run, "gone")[0]?.lacks).toBe("gone")
  expect(shotsOf(run, "coming")[0]).toMatchObject({ lacks: "coming", url: "", id: "s-01" })
})

test("slides that came, went, or are otherwise are changes; those of the same bytes and words are not", () => {
  const before = made("a", ["One", "Two", "Three"], ["x", "y", "z"])
  const after = made("b", ["One", "Other"], ["x", "w"])
  const found = changesBetween(shotsOf(before, before), shotsOf(after, after))
  expect(found.map((one) => [one.before?.slide.title, one.after?.slide.title])).toEqual([
    ["Two", "Other"],
    ["Three", undefined],
  ])
})

test("a chart that is drawn otherwise is a change though the part of the slide is the same", () => {
  const chart = (kind: "line" | "bar") => ({
    ...{ id: "F1", kind, title: "", categories: [], series: [], unit: "", number_format: "", alt: "", refs: [] },
  })
  const [a, b] = (["line", "bar"] as const).map((kind) =>
    runOf("r", resultWith(deckOf([slideOf("s-01", { chart: chart(kind) })]), { renders: renders("x") })),
  )
  expect(a && b && changesBetween(shotsOf(a, a), shotsOf(b, b))).toHaveLength(1)
})

test("an edit that changed nothing has the pictures of the run before", () => {
  const version = (number: number, run_id: string) => ({ number, run_id, made: "", what: "", changed: [], told: "" })
  const run = runOf("c", resultWith(deckOf([]), { versions: [version(1, "a"), version(2, "b")], unchanged: true }))
  expect(drawnIn(run)).toBe("b")
  expect(hasDrawn(run, 2)).toBe(false)
  expect(drawnIn(runOf("d", resultWith(deckOf([]))))).toBe("d")
})

test("the newest version of a file is found whatever the order", () => {
  expect(latest([fileOf("a", 1), fileOf("a", 3), fileOf("a", 2), fileOf("b", 9)], "a")?.version).toBe(3)
  expect(latest([], "a")).toBeUndefined()
})
