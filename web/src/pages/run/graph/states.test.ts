import { expect, test } from "vitest"
import type { GraphShown } from "@/api/types/server"
import { events } from "@/live/events.fixture"
import { reduce } from "@/live/reduce"
import { freshRun, type LiveRun } from "@/live/state"
import { beatOf, nodesNow, takenArrows } from "./states"
import { placed } from "./layout"

const arrow = (source: string, target: string, conditional = false) => ({ source, target, conditional })
/** As in quick research: a plan, two searches side by side, a look whether it is enough, and back or on. */
const GRAPH: GraphShown = {
  ...{
    team: "t",
    mode: "m",
    nodes: ["__start__", "plan", "ask", "web", "docs", "look", "write"].map((id) => ({ id })),
  },
  edges: [
    ...[arrow("__start__", "plan"), arrow("plan", "ask"), arrow("ask", "plan", true), arrow("ask", "web", true)],
    ...[arrow("ask", "docs", true), arrow("web", "look"), arrow("docs", "look"), arrow("look", "plan", true)],
    arrow("look", "write", true),
  ],
}

/** `+node` begins, `-node` ends; each execution is a task of its own. */
function worked(...acts: string[]): LiveRun {
  const times = new Map<string, number>()
  const told = acts.map((act) => {
    const node = act.slice(1)
    if (act.startsWith("+")) times.set(node, (times.get(node) ?? 0) + 1)
    const task = `${node}${times.get(node) ?? 1}`
    return act.startsWith("+")
      ? { type: "node_started" as const, node, task }
      : { type: "node_finished" as const, node, task, seconds: 1, summary: "" }
  })
  return reduce(freshRun("R"), events(told))
}

const round = ["+plan", "-plan", "+ask", "-ask", "+web", "+docs", "-docs", "-web", "+look", "-look"]

test("a node shows what it does now, and how often it was worked on", () => {
  const { steps } = worked(...round, "+plan", "-plan", "+ask")
  const now = nodesNow(steps, "running")
  expect(now.get("plan")).toEqual({ state: "done", times: 2 })
  expect(now.get("ask")).toEqual({ state: "working", times: 2 })
  expect(nodesNow(steps, "paused").get("ask")?.state).toBe("paused")
  expect(nodesNow(steps, "interrupted").get("ask")?.state).toBe("left")
  expect(nodesNow(steps, "failed").get("ask")?.state).toBe("failed")
  expect(now.has("write")).toBe(false)
})

test("the arrows that were taken are those from what had just ended", () => {
  const once = takenArrows(GRAPH, worked(...round, "+write").steps)
  expect([...once].sort()).toEqual(
    ["__start__ plan", "plan ask", "ask web", "ask docs", "web look", "docs look", "look write"].sort(),
  )
  const twice = takenArrows(GRAPH, worked(...round, "+plan", "-plan").steps)
  expect(twice.has("look plan")).toBe(true)
  expect(twice.has("ask plan")).toBe(false)
})

test("a picture is drawn again when a step begins or ends, not with every word", () => {
  const run = worked("+plan")
  const word = { type: "text" as const, node: "plan", task: "plan1", id: "x", text: "a", final: false }
  expect(beatOf(reduce(run, events([word], 2)).steps)).toBe(beatOf(run.steps))
  expect(beatOf(worked("+plan", "-plan").steps)).not.toBe(beatOf(run.steps))
  expect(beatOf(worked("+plan", "+ask").steps)).not.toBe(beatOf(run.steps))
})

test("every node and arrow has its place, from left to right", () => {
  const place = placed(GRAPH)
  const x = Object.fromEntries(place.nodes.map((node) => [node.id, node.x]))
  expect(x.plan).toBeLessThan(x.ask ?? 0)
  expect(x.look).toBeLessThan(x.write ?? 0)
  expect(x.web).toBe(x.docs)
  expect(place.edges).toHaveLength(GRAPH.edges.length)
  expect(place.edges.every((edge) => /^M[-\d. ]+/.test(edge.path) && !edge.path.includes("NaN"))).toBe(true)
})
