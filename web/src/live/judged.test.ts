import { expect, test } from "vitest"
import { isJudged } from "./judged"
import type { LiveRun } from "./state"

const live = {
  verdicts: [
    { reviewer: "recruiter", verdict: "no_verdict" },
    { reviewer: "copywriter", verdict: "no_verdict" },
    { reviewer: "copywriter", verdict: "fail" },
    { reviewer: "aggregator", verdict: "no_verdict" },
  ],
} as unknown as LiveRun

test("what nobody judged is no grade; the latest verdict counts, and where there is none a score is one", () => {
  expect(["recruiter", "copywriter", "overall", "layout"].map((name) => isJudged(live, name))).toEqual([
    false,
    true,
    false,
    true,
  ])
})
