import { expect, test } from "vitest"
import { events, preset, randoms, started } from "./events.fixture"
import { written } from "./written.fixture"
import { reduce } from "./reduce"
import { type Event, freshRun, type LiveRun } from "./state"

const all = (told: readonly Event[]): LiveRun => reduce(freshRun("R"), told)
const A = { node: "planner", task: "a" }
const B = { node: "writer", task: "b" }

/** What the store holds when the run is over: deltas of finished steps are gone. */
const compacted = (told: Event[]) =>
  told.filter((one) => !((one.type === "text" || one.type === "reasoning") && !one.final))

test("any split into portions, with any repetition, gives the same state", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const told = written(seed)
    const whole = all(told)
    const random = randoms(seed * 7919)
    let run = freshRun("R")
    for (let at = 0; at < told.length;) {
      const size = 1 + Math.floor(random() * 9)
      const back = Math.floor(random() * 4)
      run = reduce(run, told.slice(Math.max(0, at - back), at + size))
      at += size
    }
    expect(run, `seed ${seed}`).toEqual(whole)
  }
})

test("who was there all along and who comes after the compaction see the same", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const told = written(seed)
    expect(all(compacted(told)), `seed ${seed}`).toEqual(all(told))
  }
})

test("a run is never changed in place, and unchanged steps stay the same objects", () => {
  const told = written(3)
  const half = all(told.slice(0, 60))
  const before = structuredClone(half)
  const whole = reduce(half, told.slice(60))
  expect(half).toEqual(before)
  const same = whole.steps.filter((step, place) => step === half.steps[place])
  expect(same.length).toBeGreaterThan(0)
  expect(reduce(whole, told)).toBe(whole)
})

test("words are appended, replaced by their final text, and taken back by one without words", () => {
  const say = (text: string, final: boolean, id = "w-1") => ({ type: "text" as const, ...B, id, text, final })
  const told = events([{ ...B, type: "node_started" }, say("Uji ", false), say("is", false), say("no", false, "x-1")])
  expect(all(told).steps[0]?.texts.map((one) => one.words)).toEqual(["Uji is", "no"])
  const later = reduce(all(told), events([say("", true, "x-1"), say("Uji is old.", true)], 5))
  expect(later.steps[0]?.texts).toEqual([{ id: "w-1", kind: "text", words: "Uji is old.", final: true }])
})

test("a later attempt leaves what the earlier one had begun, and begins it again", () => {
  const told = events([
    { ...A, type: "node_started" },
    { type: "text", ...A, id: "p-1", text: "half", final: false },
    { ...started, ...preset, attempt: 2 },
    { ...A, type: "node_started", attempt: 2 },
    { type: "node_finished", ...A, attempt: 2, seconds: 2, summary: "3 points" },
  ])
  const states = (run: LiveRun) => run.steps.map((step) => [step.attempt, step.state, step.texts.length])
  expect(states(all(told.slice(0, 3)))).toEqual([[1, "left", 1]])
  expect(states(all(told.slice(0, 4)))).toEqual([
    [1, "left", 1],
    [2, "working", 0],
  ])
  expect(states(all(told))).toEqual([
    [1, "left", 0],
    [2, "done", 0],
  ])
})

test("pauses are open until they are answered, one at a time where they share a name", () => {
  const ask = (shown: string) => ({ type: "approval_asked" as const, approval: "plan", question: "?", shown })
  const told = events([ask("one"), ask("two"), { type: "approval_given", approval: "plan", answer: {}, by: "p" }])
  expect(all(told).asked.map((one) => one.shown)).toEqual(["two"])
  expect(all([...told, ...events([{ type: "run_finished", status: "cancelled" }], 4)]).asked).toEqual([])
})

test("time at work leaves out waits for an answer and between attempts", () => {
  const told = events([
    started,
    { ...A, type: "node_started" },
    { type: "approval_asked", approval: "plan" },
    { type: "approval_given", approval: "plan" },
    { ...started, attempt: 2 },
    { ...A, type: "node_finished", attempt: 2, seconds: 1, summary: "" },
  ])
  expect(all(told).workedMs).toBe(3000)
  expect(all(told).lastAt).toBe(told.at(-1)?.at)
})

test("calls of rules cost nothing, and an unknown price stays unknown", () => {
  const call = { type: "model_call" as const, role: "r", input_tokens: 10, output_tokens: 5 }
  const told = events([
    { ...call, by: "rule", usd: 0 },
    { ...call, by: "m", usd: 0.5 },
    { ...call, by: "m", usd: null },
    { ...call, by: "m", usd: 0.5 },
  ])
  expect([all(told).calls, all(told).tokens, all(told).usd]).toEqual([3, 45, null])
  expect(all(told.slice(0, 2)).usd).toBe(0.5)
})

test("ten thousand events in small portions take no time to speak of", () => {
  const told = events([
    { ...B, type: "node_started" },
    ...Array.from({ length: 10_000 }, (_, n) => ({
      ...B,
      type: "text" as const,
      id: `w-${n % 5}`,
      text: "語",
      final: false,
    })),
  ])
  const start = performance.now()
  let run = freshRun("R")
  for (let at = 0; at < told.length; at += 50) run = reduce(run, told.slice(at, at + 50))
  expect(performance.now() - start).toBeLessThan(1500)
  expect(run.steps[0]?.texts[0]?.words.length).toBe(2000)
})

test("phases, agents and tasks stand as they were told last, in the order they came up", () => {
  const at = { node: "orchestrate", task: "o" }
  const agent = { type: "agent" as const, ...at, agent: "impl-1", restarts: 0 }
  const task = { type: "task" as const, ...at, text: "", attempts: 1, agent: "" }
  const told = events([
    { type: "phase", ...at, phase: "planning", state: "going_on", round: 1 },
    { ...agent, state: "starting", role: "impl", program: "codex", task_id: "", usd: 0 },
    { ...agent, agent: "reviewer-1", state: "idle", role: "reviewer", program: "claude-code", task_id: "", usd: null },
    { ...task, task_id: "T1", state: "ready", role: "impl", phase: "planning", kind: "work", title: "One" },
    { ...task, task_id: "T2", state: "ready", role: "impl", phase: "planning", kind: "work", title: "Two" },
    { type: "phase", ...at, phase: "planning", state: "done", round: 1 },
    { ...agent, state: "working", role: "", program: "", task_id: "T1", usd: 0.5 },
    { ...task, task_id: "T1", state: "claimed", role: "", phase: "", kind: "", title: "", agent: "impl-1" },
    { ...agent, state: "idle", role: "", program: "", task_id: "", usd: 0.7 },
  ])
  const run = all(told)
  expect(run.phases.map((one) => [one.phase, one.state])).toEqual([["planning", "done"]])
  expect(run.agents.map((one) => [one.agent, one.state, one.role, one.program, one.task_id, one.usd])).toEqual([
    ["impl-1", "idle", "impl", "codex", "", 0.7],
    ["reviewer-1", "idle", "reviewer", "claude-code", "", null],
  ])
  expect(run.tasks.map((one) => [one.task_id, one.state, one.title, one.agent])).toEqual([
    ["T1", "claimed", "One", "impl-1"],
    ["T2", "ready", "Two", ""],
  ])
  const half = all(told.slice(0, 6))
  const before = structuredClone(half)
  expect(reduce(half, told.slice(6))).toEqual(run)
  expect(half).toEqual(before)
})
