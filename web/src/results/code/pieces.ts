import type { EventOf, LiveRun } from "@/live/state"

type Task = EventOf<"task">

/** How a piece of work stands, for a person. */
export type Stage =
  | "waits"
  | "working"
  | "to_review"
  | "in_review"
  | "to_mend"
  | "mending"
  | "conflict"
  | "accepting"
  | "done"
  | "failed"
  | "person"
  | "left"

/** A task with all that was done about it: its reviews, what was mended, and that it was accepted. */
export interface Piece {
  id: string
  title: string
  phase: string
  role: string
  stage: Stage
  /** Who has it in hand, or had it last. */
  agent: string
  /** How often it was looked at. */
  reviews: number
  /** How often the work itself was taken up. */
  attempts: number
  /** What there is to say about how it stands. */
  why: string
  /** Globs of the files that are its own. */
  files: string[]
}

const ABOUT = /\.(?:(?:review|fix|resolve|rule)\.\d+|accepted)$/

/** The work in pieces, in the order they came up; `isGoing`: whether anybody is at it. */
export function piecesOf(tasks: readonly Task[], isGoing: boolean): Piece[] {
  const known = new Set(tasks.map((one) => one.task_id))
  const parts = new Map<string, Task[]>()
  for (const task of tasks) {
    const about = task.task_id.replace(ABOUT, "")
    const id = known.has(about) ? about : task.task_id
    const list = parts.get(id)
    if (list) list.push(task)
    else parts.set(id, [task])
  }
  return [...parts].flatMap(([id, all]) => pieceOf(id, all, isGoing) ?? [])
}

function pieceOf(id: string, parts: Task[], isGoing: boolean): Piece | undefined {
  const work = parts.find((one) => one.task_id === id)
  if (!work) return undefined
  const accepted = parts.find(isAcceptance)
  const steps = parts.filter((one) => one !== accepted)
  // What was told last is what is in hand: the others are over.
  const now = newest(steps.filter((one) => one.state !== "done")) ?? accepted ?? work
  const stage = stageOf(now, accepted)
  return {
    ...{ id, title: work.title || id, phase: work.phase, role: work.role, attempts: work.attempts },
    stage: isGoing || SETTLED.includes(stage) ? stage : "left",
    agent: agentOf(now, work, steps),
    reviews: steps.filter((one) => one !== work && isReview(one)).length,
    why: whyOf(now, accepted),
    files: work.files ?? [],
  }
}

/** These stay when nobody is at the work any more. */
const SETTLED: Stage[] = ["done", "failed", "person"]

const isAcceptance = (one: Task): boolean => one.kind === "accept"
const isReview = (one: Task): boolean => one.kind === "review" && one.state !== "ready"
/** Who has it in hand; when nobody has, who did the work. What is accepted is nobody's: no agent does that. */
const agentOf = (now: Task, work: Task, steps: readonly Task[]): string =>
  (now.kind !== "accept" && now.agent) || work.agent || newest(steps.filter((one) => one.agent))?.agent || ""
const whyOf = (now: Task, accepted: Task | undefined): string =>
  (accepted?.state === "blocked" && accepted.text) || now.text

const newest = (tasks: readonly Task[]): Task | undefined =>
  tasks.reduce<Task | undefined>((found, one) => (found && found.seq > one.seq ? found : one), undefined)

const STAGES: Record<string, Stage> = { done: "done", failed: "failed", poisoned: "failed", blocked: "person" }
const OPEN: Record<string, [waiting: Stage, inHand: Stage]> = {
  review: ["to_review", "in_review"],
  fix: ["to_mend", "mending"],
  resolve: ["conflict", "conflict"],
  rule: ["conflict", "conflict"],
  accept: ["accepting", "accepting"],
}

function stageOf(now: Task, accepted: Task | undefined): Stage {
  if (accepted?.state === "done") return "done"
  if (accepted?.state === "blocked") return "person"
  const end = STAGES[now.state]
  if (end) return end
  const [waiting, inHand] = OPEN[now.kind] ?? ["waits", "working"]
  return now.state === "claimed" ? inHand : waiting
}

/** The phases with their pieces, in the order of the work; the ends of the workflow are none. */
export interface PhaseShown {
  id: string
  state: "waits" | "going_on" | "done"
  round: number
  pieces: Piece[]
}

const ENDS = ["completed", "failed"]

export function phasesOf(live: LiveRun, isGoing: boolean): PhaseShown[] {
  const found = new Map<string, PhaseShown>()
  for (const { phase, state, round } of live.phases)
    if (!ENDS.includes(phase)) found.set(phase, { id: phase, state, round, pieces: [] })
  for (const piece of piecesOf(live.tasks, isGoing)) {
    const phase = found.get(piece.phase) ?? { id: piece.phase, state: "waits", round: 1, pieces: [] }
    found.set(piece.phase, phase)
    phase.pieces.push(piece)
  }
  return [...found.values()]
}

/** What each reviewer and each command said last. */
export const verdictsOf = (live: LiveRun): EventOf<"verdict">[] => [
  ...new Map(live.verdicts.map((one) => [one.reviewer, one])).values(),
]

/** The findings as they were told last, those that are mended left out: what sent work back comes first. */
export function openFindings(live: LiveRun): EventOf<"finding">[] {
  const last = [...new Map(live.findings.map((one) => [one.id, one])).values()]
  const of = (state: string) => last.filter((one) => one.state === state)
  return [...of("open"), ...of("advice")]
}

/** How many different ones sent work back. */
export const foundInAll = (live: LiveRun): number =>
  new Set(live.findings.filter((one) => one.state !== "advice").map((one) => one.id)).size
