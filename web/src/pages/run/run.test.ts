import { expect, test } from "vitest"
import type { RunDetail } from "@/api/types/server"
import { namesOf } from "@/i18n/names"
import { events, preset, started } from "@/live/events.fixture"
import { reduce } from "@/live/reduce"
import { freshRun, type LiveRun } from "@/live/state"
import { counted, reasons } from "./counted"
import { nextRun } from "./onward"
import { isDone, statusOf } from "./status"
import { grouped } from "./work/grouped"
import { planLines } from "./work/planSteps"

type Told = Parameters<typeof events>[0]
const live = (told: Told, connection: LiveRun["connection"] = "over") => ({
  ...reduce(freshRun("R"), events(told)),
  connection,
})
const run = (more: Partial<RunDetail>) => ({ id: "R", team: "research", status: "running", ...more }) as RunDetail
const begun = { ...started, ...preset }

test("the status is what the events say last; what has no event is in the row", () => {
  const asked = { type: "approval_asked" as const, approval: "plan", question: "?" }
  expect(statusOf(run({ status: "created" }), live([]))).toBe("created")
  expect(statusOf(run({ status: "created" }), live([begun], "live"))).toBe("running")
  expect(statusOf(run({}), live([begun, asked]))).toBe("paused")
  const last = live([begun, { type: "run_failed", message: "m" }]).lastSeq
  expect(statusOf(run({ status: "waiting", last_seq: 0 }), live([], "live"))).toBe("waiting")
  expect(
    statusOf(run({ status: "waiting", last_seq: last }), live([begun, { type: "run_failed", message: "m" }])),
  ).toBe("waiting")
  expect(statusOf(run({ status: "waiting", last_seq: 0 }), live([begun], "live"))).toBe("running")
  expect(statusOf(run({}), live([begun, { type: "run_finished", status: "done" }]))).toBe("done")
  expect(statusOf(run({}), live([begun, { type: "run_failed", message: "m" }]))).toBe("failed")
  expect(statusOf(run({ status: "interrupted" }), live([begun]))).toBe("interrupted")
  const failed = { type: "run_failed" as const, message: "m" }
  expect(statusOf(run({}), live([begun, failed, { ...begun, attempt: 2 }], "live"))).toBe("running")
})

test("a run is done when it has ended with a result", () => {
  expect(isDone(run({ result: {} }), "done")).toBe(true)
  expect(isDone(run({ result: {} }), "running")).toBe(false)
  expect(isDone(run({ result: null }), "cancelled")).toBe(false)
})

test("what goes on from a run asks its team by the same models and within the same limits", () => {
  const options = {
    preset: "gemini",
    models: { planner: ["a:b"] },
    budget_usd: 2,
    budget_seconds: 60,
  } as unknown as RunDetail["options"]
  expect(nextRun(run({ options }), " since when? ", "question")).toEqual({
    team: "research",
    request: { question: "since when?" },
    options: {
      preset: "gemini",
      models: { planner: ["a:b"] },
      budget_usd: 2,
      budget_tokens: null,
      budget_seconds: 60,
      budget_calls: null,
      continues: "R",
    },
  })
  expect(nextRun(run({ team: "resume", options }), "", "resume").request).toEqual({})
  expect(nextRun(run({ team: "resume", options }), "SRE", "resume").request).toEqual({ role: "SRE" })
  expect(nextRun(run({ team: "echo", options }), "again", "text").request).toEqual({ text: "again" })
})

test("the same words are said once, and why rules answered", () => {
  expect(counted(["a", "b", "a"])).toEqual([
    ["a", 2],
    ["b", 1],
  ])
  const call = { type: "model_call" as const, node: "n", task: "1", role: "r", by: "rule" }
  const steps = live([
    { type: "node_started", node: "n", task: "1" },
    { ...call, why: "no model" },
    { ...call, why: "the model timed out" },
    { ...call, why: "the model timed out" },
    { ...call, by: "m", why: "after a retry" },
  ]).steps
  expect(reasons(steps)).toEqual(["the model timed out"])
})

test("sources and files in a row are one line, in their place", () => {
  const at = { node: "n", task: "1" }
  const told = events([
    { type: "source", ...at, source_id: "a", title: "A", uri: "" },
    { type: "source", ...at, source_id: "b", title: "B", uri: "" },
    { type: "search", ...at, query: "q", where: "web", found: 1 },
    { type: "artifact", ...at, name: "a.md", version: 1, media_type: "", size: 1 },
    { type: "source", ...at, source_id: "c", title: "C", uri: "" },
  ])
  expect(grouped(told).map((group) => [group.type, group.type === "one" ? 1 : group.notes.length])).toEqual([
    ["source", 2],
    ["one", 1],
    ["artifact", 1],
    ["source", 1],
  ])
})

test("plans of all teams are lines: points, queries, steps with a state", () => {
  const lines = planLines([
    { id: "1", text: "Industry size" },
    { query: "size", where: "web" },
    { id: "S1", role: "data_analyst", title: "Figures", status: "running", result: "" },
    { id: "S2", title: 7 },
  ])
  expect(lines.map(({ text, where, state, role }) => [text, where, state, role])).toEqual([
    ["Industry size", "", "", ""],
    ["size", "web", "", ""],
    ["Figures", "", "running", "data_analyst"],
    ["S2", "", "", ""],
  ])
})

test("names stand in both languages, unknown ones as they are", () => {
  expect(namesOf("ja").node("rag_retriever")).toBe("資料検索")
  expect(namesOf("en").node("rag_retriever")).toBe("Document search")
  expect(namesOf("en").node("my_own_step")).toBe("my own step")
  expect(namesOf("en").node("constructor")).toBe("constructor")
  expect(namesOf("ja").score("recruiter")).toBe("採用担当者")
})
