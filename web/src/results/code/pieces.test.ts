import { expect, test } from "vitest"
import { events, type Told } from "@/live/events.fixture"
import { reduce } from "@/live/reduce"
import { freshRun } from "@/live/state"
import { foundInAll, openFindings, phasesOf, piecesOf, verdictsOf } from "./pieces"
import recorded from "./run.fixture.json"

const told = (all: Told[]) => reduce(freshRun("R"), events(all))
const half = told(recorded.live as Told[])
const whole = told([...recorded.live, ...recorded.rest] as Told[])

const task = (task_id: string, kind: string, state: string, more: object = {}): Told => ({
  ...{ type: "task", task_id, kind, state, text: "", role: "impl", agent: "", phase: "p", title: "", attempts: 1 },
  ...more,
})
const stage = (...tasks: Told[]) => piecesOf(told(tasks).tasks, true)[0]?.stage

test("while it is at work each piece says where it stands, and with whom", () => {
  const shown = phasesOf(half, true)
  expect(shown.map((one) => [one.id, one.state])).toEqual([
    ["requirements", "done"],
    ["planning", "done"],
    ["implementation", "going_on"],
  ])
  const pieces = shown[2]?.pieces ?? []
  expect(pieces[0]?.files).toEqual(["src/frontend/**"])
  expect(pieces.map((one) => [one.id, one.stage, one.agent, one.reviews, one.attempts])).toEqual([
    ["implementation.1.T14", "mending", "impl-frontend-1", 1, 1],
    ["implementation.1.T15", "in_review", "reviewer-1", 1, 1],
    ["implementation.1.T12", "working", "impl-test-1", 0, 2],
  ])
  expect(shown[0]?.pieces.map((one) => one.stage)).toEqual(["done"])
})

test("when nobody is at it, what is not finished is left", () => {
  const stages = phasesOf(half, false).flatMap((one) => one.pieces.map((piece) => piece.stage))
  expect(stages).toEqual(["done", "done", "left", "left", "left"])
})

test("in the end all is done, in the phases of the workflow without its ends", () => {
  const shown = phasesOf(whole, false)
  expect(shown.map((one) => one.id)).toEqual(["requirements", "planning", "implementation", "final_review"])
  expect(new Set(shown.flatMap((one) => one.pieces.map((piece) => piece.stage)))).toEqual(new Set(["done"]))
  expect(shown[3]?.pieces).toHaveLength(2)
  expect(shown[2]?.pieces.map((one) => one.agent)).toEqual(["impl-frontend-1", "impl-backend-1", "impl-test-1"])
})

test("every step of a piece has its word", () => {
  const accepted = task("W.accepted", "accept", "ready")
  const done = task("W", "work", "done")
  expect(stage(task("W", "work", "ready"), accepted)).toBe("waits")
  expect(stage(task("W", "work", "claimed"), accepted)).toBe("working")
  expect(stage(done, accepted, task("W.review.1", "review", "ready"))).toBe("to_review")
  expect(stage(done, accepted, task("W.review.1", "review", "done"), task("W.fix.1", "fix", "ready"))).toBe("to_mend")
  expect(stage(done, accepted, task("W.resolve.1", "resolve", "claimed"))).toBe("conflict")
  expect(stage(done, accepted, task("W.review.1", "review", "done"))).toBe("accepting")
  expect(stage(done, task("W.accepted", "accept", "done"), task("W.review.1", "review", "done"))).toBe("done")
  expect(stage(task("W", "work", "poisoned"), accepted)).toBe("failed")
  expect(stage(done)).toBe("done")
})

test("what waits for a person says why", () => {
  const all = told([
    task("W", "work", "done", { agent: "a" }),
    task("W.accepted", "accept", "blocked", { text: "the same finding came back 3 times" }),
  ])
  expect(piecesOf(all.tasks, false)[0]).toMatchObject({
    ...{ stage: "person", agent: "a", why: "the same finding came back 3 times" },
  })
})

test("a task of a review phase stands for itself", () => {
  expect(piecesOf(told([task("final_review.1.security", "review", "claimed")]).tasks, true)).toMatchObject([
    { id: "final_review.1.security", stage: "in_review", reviews: 0 },
  ])
})

test("findings are open until they are told to be mended; advice comes last", () => {
  expect(openFindings(half).map((one) => [one.id, one.state])).toEqual([
    ["reviewer-5f2b0f0c", "open"],
    ["reviewer-a6c11d02", "advice"],
  ])
  expect(openFindings(whole).map((one) => one.state)).toEqual(["advice"])
  expect(foundInAll(whole)).toBe(1)
  const finding = { type: "finding", id: "security-aa", severity: "major", text: "x", state: "open" } as const
  const advice = { ...finding, id: "security-bb", state: "advice" }
  expect(openFindings(told([advice, finding, { ...finding, text: "y" }])).map((one) => one.text)).toEqual(["y", "x"])
  expect(openFindings(told([finding, { ...finding, state: "closed" }]))).toEqual([])
  expect(openFindings(told([{ ...finding, state: "closed" }, finding]))).toHaveLength(1)
})

test("of each reviewer the last verdict stands", () => {
  expect(verdictsOf(half).map((one) => [one.reviewer, one.verdict])).toEqual([
    ["plan-reviewer-1", "pass"],
    ["reviewer-1", "fail"],
  ])
  expect(verdictsOf(whole).find((one) => one.reviewer === "reviewer-1")?.verdict).toBe("pass")
})
