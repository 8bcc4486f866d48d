import { cleanup, render } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import type { Result, Scored } from "@/api/types/resume"
import { Verdict } from "./Verdict"
import { isJustBelow, scoreText } from "./verdict"

afterEach(cleanup)

const scored = (more: Partial<Scored>): Scored => ({
  ...{ iteration: 1, score: 8.2, low: 7.5, high: 8.9, looks: 1, left_out: [], unjudged: [], short: [] },
  ...{ blockers: [], measured: 2, total: 3, passed: false, judged: true },
  ...more,
})

const reviewed = (history: Scored[], more: Partial<Result> = {}) =>
  ({
    ...{ lang: "en", outcome: "not_compared", stopped: "measured_only", threshold: 8, gate: "strict", score: 8.2 },
    ...{ best: 1, history, feedback: [] },
    ...more,
  }) as unknown as Result

test("rounding never carries a score over the threshold", () => {
  expect([scoreText(7.96, 8), scoreText(7.94, 8), scoreText(8, 8)]).toEqual(["7.96", "7.9", "8.0"])
})

test("the lower end of the spread counts", () => {
  expect(isJustBelow(reviewed([scored({})]))).toBe(true)
  expect(isJustBelow(reviewed([scored({ low: 8 })]))).toBe(false)
  expect(isJustBelow(reviewed([scored({})], { gate: "plain" }))).toBe(false)
})

test("measures are shown as measures: no score, no threshold, no scale", () => {
  const { container } = render(
    <Verdict said={[]} result={reviewed([scored({ judged: false, low: null, high: null })])} />,
  )
  expect(container.textContent).not.toMatch(/8\.2|threshold|of 10/)
  expect(container.querySelector("[role=img]")).toBeNull()
  expect(container.textContent).toContain("That is no grade.")
})

test("a judged score has its spread and the threshold", () => {
  const { container } = render(<Verdict said={[]} result={reviewed([scored({})], { stopped: "plateau" })} />)
  expect(container.textContent).toMatch(/8\.2 of 10.*spread 7\.5–8\.9.*threshold 8/)
})
