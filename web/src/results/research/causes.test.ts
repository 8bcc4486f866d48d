import { expect, test } from "vitest"
import { openingOf, planCauses } from "./causes"
import { sourcesOf } from "./cited"
import { block, cite, graph, point, reportOf, says } from "./report.fixture"

const NOBODY = new Map()

test("boxes do not overlap, effects come after their causes, every arrow has its figure", () => {
  for (const narrow of [false, true]) {
    const plan = planCauses(graph, narrow)
    const at = new Map(plan.nodes.map((one) => [one.of.id, one]))
    const along = (id: string) => at.get(id)?.[narrow ? "y" : "x"] ?? NaN
    expect(along("h2")).toBeLessThan(along("h1"))
    expect(along("h1")).toBeLessThan(along("s1"))
    expect(plan.arrows).toHaveLength(2)
    expect(plan.arrows.every((one) => one.path.startsWith("M") && one.tip.split(" ").length === 3)).toBe(true)
    expect(plan.nodes.every((one) => one.x >= 0 && one.x + one.width <= plan.width)).toBe(true)
  }
})

test("an arrow between strangers is left out", () => {
  const lost = {
    ...graph,
    edges: [{ cause: "h9", effect: "s1", strength: 1, kind: "cause" as const, passage_ids: [] }],
  }
  expect(planCauses(lost, false).arrows).toEqual([])
})

test("an arrow opens what the table says of its two ends", () => {
  const row = {
    heading: "less water",
    cells: [
      { sentences: [says("the lake shrank")] },
      { sentences: [says("It did.", { citations: [cite(1, "p1", 0, 2)], marks: ["single_origin"], claim_id: "c" })] },
    ],
  }
  const table = { columns: ["effect", "evidence"], rows: [row], corner: "cause" }
  const report = reportOf({ analysis: [point("Links", [{ ...block(), kind: "table", table }])] })
  const opening = openingOf(report, graph, 0, NOBODY)
  expect(opening).toMatchObject({
    id: "edge-1",
    statement: "less water → the lake shrank",
    supports: ["single_origin"],
  })
  expect(sourcesOf(report, opening.citations)[0]?.passages[0]?.words).toBe("𠮷田")
})

test("without such a row its passages open as a whole, those against it too", () => {
  const found = sourcesOf(reportOf(), openingOf(reportOf(), graph, 1, NOBODY).citations)
  expect(found.map((one) => one.reference.number)).toEqual([2, 1])
})
