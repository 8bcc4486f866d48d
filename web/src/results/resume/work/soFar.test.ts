import { expect, test } from "vitest"
import type { LiveRun } from "@/live/state"
import { scoresSoFar } from "./soFar"

test("scores come by critic and round; those that nobody judged say so", () => {
  const live = {
    scores: [
      { name: "recruiter", value: 7, scale: 10 },
      { name: "ux_designer", value: 9, scale: 10 },
      { name: "overall", value: 7.5, scale: 10 },
      { name: "recruiter", value: 8, scale: 10 },
    ],
    verdicts: [
      { reviewer: "recruiter", verdict: "fail" },
      { reviewer: "ux_designer", verdict: "no_verdict" },
      { reviewer: "aggregator", verdict: "fail" },
    ],
  } as unknown as LiveRun
  expect(scoresSoFar(live)).toEqual([
    { name: "recruiter", values: [7, 8], isJudged: true },
    { name: "ux_designer", values: [9], isJudged: false },
    { name: "overall", values: [7.5], isJudged: true },
  ])
})
