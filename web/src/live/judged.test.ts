import { expect, test } from "vitest"
import { type Appraised, isJudged } from "./judged"

const told = (scores: string[], verdicts: Record<string, "pass" | "fail" | "no_verdict" | "infra_failed">[]) => ({
  scores: scores.map((name) => ({ name })),
  verdicts: verdicts.flatMap((one) =>
    Object.entries(one).map(([reviewer, verdict]) => ({ reviewer, verdict })),
  ) as Appraised["verdicts"],
})
const judged = (all: ReturnType<typeof told>) => all.scores.map((one) => isJudged(all, one))

test("a critic's score is a judgement where its latest verdict is one, and the total likewise", () => {
  const names = ["recruiter", "copywriter", "ux_designer", "overall", "layout"]
  const first = { recruiter: "no_verdict", copywriter: "no_verdict", ux_designer: "infra_failed" } as const
  expect(judged(told(names, [first, { copywriter: "fail", aggregator: "no_verdict" }]))).toEqual([
    ...[false, true, false],
    ...[false, false],
  ])
  expect(judged(told(["overall"], [{ aggregator: "pass" }]))).toEqual([true])
})

test("a review of a report is a judgement where a model gave it: rules never judge the logic, yet may let it pass", () => {
  const byRule = ["coverage", "fact_check", "completeness", "format", "overall"]
  const byModel = ["coverage", "fact_check", "completeness", "logic", "format", "overall"]
  expect(judged(told(byRule, [{ reviewer: "pass" }]))).toEqual([false, false, false, false, false])
  expect(judged(told(byModel, [{ reviewer: "fail" }]))).toEqual([false, true, true, true, true, true])
  expect(judged(told(byModel, [{ reviewer: "infra_failed" }]))).not.toContain(true)
  expect(judged(told([...byModel, ...byRule], [{ reviewer: "pass" }, { reviewer: "pass" }]))).toEqual([
    ...[false, true, true, true, true, true],
    ...[false, false, false, false, false],
  ])
})

test("without a verdict nothing is judged, and what has no reviewer is a measure", () => {
  expect(judged(told(["logic", "overall", "recruiter"], []))).toEqual([false, false, false])
  expect(judged(told(["coverage", "decided"], [{ reviewer: "pass", aggregator: "pass" }]))).toEqual([false, false])
})
