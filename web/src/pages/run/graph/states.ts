import type { GraphShown } from "@/api/types/server"
import type { Step } from "@/live/state"

export type NodeState = "waiting" | "working" | "paused" | "done" | "left" | "failed"

export interface NodeNow {
  state: NodeState
  /** How often it was worked on; what a later attempt began again counts once. */
  times: number
}

/** What each node is now. */
export function nodesNow(steps: readonly Step[], status: string): Map<string, NodeNow> {
  const found = new Map<string, NodeNow>()
  for (const step of lastAttempts(steps)) {
    const known = found.get(step.node)
    const state = known?.state === "working" || known?.state === "paused" ? known.state : stateOf(step, status)
    found.set(step.node, { state, times: (known?.times ?? 0) + 1 })
  }
  return found
}

/** What a step is for a reader: one that was begun is at work only while somebody works on the run. */
export function stateOf(step: Step, status: string): Exclude<NodeState, "waiting"> {
  if (step.state === "done") return "done"
  if (step.state === "working" && status === "paused") return "paused"
  if (step.state === "working" && (status === "running" || status === "created")) return "working"
  return status === "failed" ? "failed" : "left"
}

/** Steps without those that were begun again later. */
export function lastAttempts(steps: readonly Step[]): Step[] {
  const last = new Map(steps.map((step) => [step.task, step]))
  return steps.filter((step) => last.get(step.task) === step)
}

/** The arrows that the work has gone: `source target`. A step comes from the nodes that ended just before it. */
export function takenArrows(graph: GraphShown, steps: readonly Step[]): Set<string> {
  const into = new Map<string, string[]>()
  for (const { source, target } of graph.edges) into.set(target, [...(into.get(target) ?? []), source])
  const taken = new Set<string>()
  const rounds = new Map<Step, number>()
  /** The round in which each node ended last. */
  const ended = new Map<string, number>()
  let round = 0
  for (const { step, isEnd } of inOrder(steps)) {
    if (isEnd) {
      const own = rounds.get(step) ?? 0
      round = Math.max(round, own)
      ended.set(step.node, Math.max(ended.get(step.node) ?? 0, own))
    } else {
      rounds.set(step, round + 1)
      for (const node of cameFrom(into.get(step.node) ?? [], ended)) taken.add(`${node} ${step.node}`)
    }
  }
  return taken
}

/** Of the nodes before a step, those that ended last; the beginning where none has. */
function cameFrom(before: readonly string[], ended: ReadonlyMap<string, number>): string[] {
  const latest = Math.max(0, ...before.map((node) => ended.get(node) ?? 0))
  return before.filter((node) => (latest ? ended.get(node) === latest : node === "__start__"))
}

/** Beginnings and ends in the order they came. Steps side by side are of one round; it begins when all before ended. */
function inOrder(steps: readonly Step[]): { step: Step; seq: number; isEnd: boolean }[] {
  const begins = steps.map((step) => ({ step, seq: step.began, isEnd: false }))
  const ends = steps.filter((step) => step.ended).map((step) => ({ step, seq: step.ended, isEnd: true }))
  return [...begins, ...ends].sort((a, b) => a.seq - b.seq)
}

/** Changes when a step begins or ends, and not with every word. */
export const beatOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.state === "working" ? 1 : 2), 0)
