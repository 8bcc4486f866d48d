import type { Event } from "@/api/types/events"

/** One execution of a node: what the person reads as a step of the work. */
export interface Step {
  /** Id of the execution; parallel and repeated ones of the same node differ. */
  task: string
  node: string
  attempt: number
  state: "working" | "done" | "left"
  startedAt: string
  seconds: number
  /** One line, when it is done. */
  summary: string
  /** What it wrote, by text id. A text that was taken back is gone. */
  texts: { id: string; kind: "text" | "reasoning"; words: string; final: boolean }[]
  notes: Event[]
}

/** A run as its events tell it: the same events, in whatever portions, give the same state. */
export interface LiveRun {
  runId: string
  lastSeq: number
  /** `live` while a stream is open, `waiting` while it is opened again, `over` when nothing will come. */
  connection: "live" | "waiting" | "over"
  mode: string
  why: string
  lang: string
  preset: string
  /** The budget: usd, tokens, seconds, calls, those that are capped. */
  caps: Record<string, number>
  startedAt: string
  /** In the order they began. */
  steps: Step[]
  plan: Extract<Event, { type: "plan" }>["steps"]
  findings: Extract<Event, { type: "finding" }>[]
  scores: Extract<Event, { type: "score" }>[]
  verdicts: Extract<Event, { type: "verdict" }>[]
  searches: Extract<Event, { type: "search" }>[]
  sources: Extract<Event, { type: "source" }>[]
  warnings: Extract<Event, { type: "warning" }>[]
  artifacts: Extract<Event, { type: "artifact" }>[]
  progress: Extract<Event, { type: "progress" }> | undefined
  calls: number
  tokens: number
  /** Null once a call has an unknown price. */
  usd: number | null
  /** Open pauses, by their id. */
  asked: Extract<Event, { type: "approval_asked" }>[]
  ended: Extract<Event, { type: "run_finished" | "run_failed" }> | undefined
}
