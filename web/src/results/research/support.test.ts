import { expect, test } from "vitest"
import type { Claim } from "@/api/types/server"
import { countRulings, sieveOf } from "./filter"
import { block, cite, point, reportOf, says } from "./report.fixture"
import { countSupports, supportsOf } from "./support"

const NOBODY = new Map<string, Claim>()
const claim = (support: Claim["support"]): Claim => ({
  id: "c1",
  text: "",
  passage_ids: [],
  quote: "",
  support,
  reasons: [],
  by: "rule",
})

test("a statement is supported where nothing says otherwise; plain words are no statement", () => {
  expect(supportsOf(says("So."), NOBODY)).toEqual([])
  expect(supportsOf(says("x", { claim_id: "c1", citations: [cite(1, "p1")] }), NOBODY)).toEqual(["supported"])
  expect(supportsOf(says("x", { claim_id: "c1" }), NOBODY)).toEqual(["unsupported"])
})

test("what the check said of a claim counts too", () => {
  const cited = says("x", { claim_id: "c1", citations: [cite(1, "p1")], marks: ["disputed"] })
  expect(supportsOf(cited, new Map([["c1", claim("contradicted")]]))).toEqual(["disputed", "contradicted"])
  expect(supportsOf(cited, new Map([["c1", claim("unsupported")]]))).toEqual(["disputed", "unsupported"])
})

test("a statement that stands in several places is counted once, with every sign it carries", () => {
  const marked = says("It grew well.", { citations: [cite(1, "p1")], marks: ["single_origin"], claim_id: "c1" })
  const { all, by } = countSupports(reportOf({ key_findings: [marked] }), NOBODY)
  expect(all).toBe(3)
  expect(Object.fromEntries(by)).toEqual({ single_origin: 1, partial: 1, disputed: 1, unsupported: 1 })
})

test("a filter leaves the blocks that hold such a statement, and lets the others of a block recede", () => {
  const report = reportOf()
  const sieve = sieveOf({ by: "support", is: "disputed" }, NOBODY)
  expect(report.analysis.map(sieve.point)).toEqual([true, false])
  expect(report.analysis[0]?.blocks[0]?.sentences.map(sieve.sentence)).toEqual([false, true])
  expect(sieve.sentences(report.summary)).toEqual([])
})

test("claims of a fact-check are counted and filtered by their rulings", () => {
  const ruled = (ruling: "supported" | "refuted") =>
    point(ruling, [block(says("x"))], { ruling: { ruling, confidence: null, note: "" } })
  const report = reportOf({ analysis: [ruled("supported"), ruled("refuted"), ruled("refuted"), point("more", [])] })
  expect(Object.fromEntries(countRulings(report))).toEqual({ supported: 1, refuted: 2 })
  const sieve = sieveOf({ by: "ruling", is: "refuted" }, NOBODY)
  expect(report.analysis.map(sieve.point)).toEqual([false, true, true, false])
})
