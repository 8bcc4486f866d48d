import { cleanup, render, screen, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { RunDetail } from "@/api/types/server"
import { events, type Told } from "@/live/events.fixture"
import { reduce } from "@/live/reduce"
import { freshRun, type LiveRun } from "@/live/state"
import CodeResult from "./CodeResult"
import recorded from "./run.fixture.json"

const told = (...all: object[]): LiveRun => reduce(freshRun("R"), events(all as Told[]))
const run = (more: Partial<RunDetail>): RunDetail =>
  ({ id: "01R", team: "code", lang: "en", status: "running", result: null, artifacts: [], ...more }) as RunDetail
const result = recorded.result as Record<string, unknown>

beforeEach(() => void vi.setSystemTime(new Date(Date.UTC(2026, 10, 25, 9, 32))))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const rows = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map((one) => one.textContent)

test("the board shows phases, agents, tasks, verdicts and what is open, while the agents work", () => {
  render(<CodeResult run={run({})} live={told(...recorded.live)} />)
  expect(screen.getByRole("list", { name: "Phases" }).querySelectorAll("[data-state=working]")).toHaveLength(1)
  const phases = within(screen.getByRole("list", { name: "Phases" })).getAllByRole("listitem")
  expect(phases.map((one) => one.getAttribute("aria-current"))).toEqual([null, null, "step"])
  expect(screen.getByRole("heading", { name: "1 open finding" })).toBeTruthy()
  const agents = rows("Agents")
  expect(agents.find((one) => one.startsWith("impl-frontend-1"))).toContain("at work")
  expect(agents.find((one) => one.startsWith("impl-frontend-1"))).toContain(
    "Escape what the login form shows again1 min",
  )
  expect(agents.find((one) => one.startsWith("impl-test-1"))).toContain("started again once")
  expect(agents.find((one) => one.startsWith("impl-backend-1"))).toContain("account limited")
  expect(agents.some((one) => one.startsWith("planner-1"))).toBe(true)
  expect(screen.getByText("6 free or off").closest("details")?.textContent).toContain("planner-1")
  expect(rows("Tasks").find((one) => one.startsWith("Escape"))).toContain("being mended")
  expect(rows("Reviews and checks")).toContain("reviewer-1 does not pass1 blocking")
})

test("a run that is over says what came of it and how it is taken; nobody is at work any more", () => {
  render(<CodeResult run={run({ status: "done", result })} live={told(...recorded.live, ...recorded.rest)} />)
  const card = screen.getByRole("region", { name: "The branch is ready" })
  expect(within(card).getByText("kasen code approve 01R")).toBeTruthy()
  expect(within(card).getByText("3 tasks done · 5 files changed")).toBeTruthy()
  expect(rows("Agents").filter((one) => /at work|reviewing|limited|ago/.test(one ?? ""))).toEqual([])
  expect(screen.getByRole("heading", { name: "1 open finding" })).toBeTruthy()
})

test("a run that stopped says why, and has nothing to take where nothing was built", () => {
  const stopped = { ...recorded.result, outcome: "stopped", reason: "the budget is spent", tasks: [], files: [] }
  const empty = { ...stopped, head: stopped.base }
  render(<CodeResult run={run({ status: "stopped: budget", result: empty })} live={told()} />)
  expect(screen.getByText("the budget is spent")).toBeTruthy()
  expect(screen.queryByText("kasen code approve 01R")).toBeNull()
})

test("before anything has begun it says so; an own phase stands by its id", () => {
  const { rerender } = render(<CodeResult run={run({})} live={told()} />)
  expect(screen.getByText("The agents have not begun yet.")).toBeTruthy()
  rerender(<CodeResult run={run({})} live={told({ type: "phase", phase: "try_it", state: "going_on", round: 2 })} />)
  expect(screen.getByText("try it")).toBeTruthy()
  expect(screen.getByText("round 2")).toBeTruthy()
})
