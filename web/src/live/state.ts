import type { Event } from "@/api/types/events"

export type { Event }
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>

/** Words of a step, by their id; a text that was taken back is gone. */
export interface StepText {
  id: string
  kind: "text" | "reasoning"
  words: string
  /** False while it is being written. */
  final: boolean
}

/** One execution of a node: what the person reads as a step of the work. */
export interface Step {
  /** Id of the execution; parallel and repeated ones of the same node differ. One that is begun again by a later
   * attempt keeps it: `task` and `attempt` together are unique. */
  task: string
  node: string
  attempt: number
  /** `left`: nobody works on it any more, and it has no result. */
  state: "working" | "done" | "left"
  startedAt: string
  /** Number of the event that began it, and of the one that ended it; 0 before the end. */
  began: number
  ended: number
  seconds: number
  /** One line, when it is done. */
  summary: string
  texts: StepText[]
  /** What it did, in the order it came: searches, sources, findings, verdicts, scores, calls, files, … */
  notes: Event[]
}

/** A run as its events tell it: the same events, in whatever portions, give the same state. */
export interface LiveRun {
  runId: string
  lastSeq: number
  /** The attempt that wrote last; 0 before the first event. */
  attempt: number
  /** `live` while a stream is open, `waiting` while it is opened again, `over` when nothing will come. */
  connection: "live" | "waiting" | "over"
  mode: string
  why: string
  lang: string
  preset: string
  /** The budget: usd, tokens, seconds, calls, those that are capped. */
  caps: Record<string, number>
  startedAt: string
  /** Milliseconds at work up to the last event, and when that was; waits for an answer are left out. */
  workedMs: number
  lastAt: string
  lastType: Event["type"] | undefined
  /** In the order they began. */
  steps: Step[]
  plan: EventOf<"plan">["steps"]
  findings: EventOf<"finding">[]
  scores: EventOf<"score">[]
  verdicts: EventOf<"verdict">[]
  searches: EventOf<"search">[]
  sources: EventOf<"source">[]
  warnings: EventOf<"warning">[]
  artifacts: EventOf<"artifact">[]
  /** Of the team `code`: what was told last of each phase, agent and task, in the order they came up. */
  phases: EventOf<"phase">[]
  agents: EventOf<"agent">[]
  tasks: EventOf<"task">[]
  progress: EventOf<"progress"> | undefined
  /** Calls of models; rules cost nothing and are not counted. */
  calls: number
  tokens: number
  /** Null once a call has an unknown price. */
  usd: number | null
  /** Open pauses, in the order they were asked. */
  asked: EventOf<"approval_asked">[]
  ended: EventOf<"run_finished" | "run_failed"> | undefined
}

/** A run of which nothing is known yet. */
export function freshRun(runId: string): LiveRun {
  return {
    ...{ runId, lastSeq: 0, attempt: 0, connection: "waiting" },
    ...{ mode: "", why: "", lang: "", preset: "", caps: {}, startedAt: "" },
    ...{ workedMs: 0, lastAt: "", lastType: undefined },
    ...{ steps: [], plan: [], findings: [], scores: [], verdicts: [], searches: [], sources: [] },
    ...{ phases: [], agents: [], tasks: [] },
    ...{ warnings: [], artifacts: [], progress: undefined, calls: 0, tokens: 0, usd: 0, asked: [], ended: undefined },
  }
}
