import { Draft } from "./draft"
import type { Event, EventOf, LiveRun } from "./state"

/** The run after more of its events. Pure; what is known already is passed over; unchanged steps stay the same. */
export function reduce(run: LiveRun, events: readonly Event[]): LiveRun {
  const news = events.filter((event) => event.seq > run.lastSeq)
  if (!news.length) return run
  const draft = new Draft(run)
  for (const event of news) take(draft, event)
  return draft.run
}

function take(draft: Draft, event: Event): void {
  const { run } = draft
  if (event.seq <= run.lastSeq) return
  if (event.attempt > run.attempt) {
    leave(draft)
    Object.assign(run, { attempt: event.attempt, ended: undefined, progress: undefined })
  } else if (run.lastAt && !(run.lastType === "approval_asked" && event.type === "approval_given"))
    run.workedMs += Date.parse(event.at) - Date.parse(run.lastAt)
  Object.assign(run, { lastSeq: event.seq, lastAt: event.at, lastType: event.type })
  if (NOTES.has(event.type)) note(draft, event)
  const change = CHANGES[event.type] as ((draft: Draft, event: Event) => void) | undefined
  change?.(draft, event)
}

type Change<T extends Event["type"]> = (draft: Draft, event: EventOf<T>) => void

/** What each event changes, beside the notes of its step. */
const CHANGES: { [T in Event["type"]]?: Change<T> } = {
  run_started: ({ run }, { mode, why, lang, preset, caps, at }) => {
    Object.assign(run, { mode, why, lang, preset, caps: caps ?? {}, startedAt: run.startedAt || at })
  },
  node_started: (draft, { task, node, attempt, at, seq }) => {
    const nothing = { began: seq, ended: 0, seconds: 0, summary: "", texts: [], notes: [] }
    draft.begin({ task, node, attempt, state: "working", startedAt: at, ...nothing })
  },
  node_finished: finish,
  text: write,
  reasoning: write,
  model_call: ({ run }, call) => {
    if (call.by === "rule") return
    run.calls += 1
    run.tokens += call.input_tokens + call.output_tokens
    run.usd = run.usd === null || call.usd === null ? null : run.usd + call.usd
  },
  plan: ({ run }, event) => void (run.plan = event.steps),
  progress: ({ run }, event) => void (run.progress = event),
  finding: (draft, event) => void draft.list("findings").push(event),
  score: (draft, event) => void draft.list("scores").push(event),
  verdict: (draft, event) => void draft.list("verdicts").push(event),
  search: (draft, event) => void draft.list("searches").push(event),
  source: (draft, event) => void draft.list("sources").push(event),
  warning: (draft, event) => void draft.list("warnings").push(event),
  artifact: (draft, event) => void draft.list("artifacts").push(event),
  phase: (draft, event) => put(draft.list("phases"), event, "phase"),
  agent: (draft, event) => put(draft.list("agents"), event, "agent", ["role", "program"]),
  task: (draft, event) => put(draft.list("tasks"), event, "task_id", ["role", "phase", "kind", "title"]),
  approval_asked: (draft, event) => void draft.list("asked").push(event),
  approval_given: (draft, event) => {
    const place = draft.run.asked.findIndex((one) => one.approval === event.approval)
    if (place >= 0) draft.list("asked").splice(place, 1)
  },
  run_finished: end,
  run_failed: end,
}

/** Events that are kept with their step. */
const NOTES = new Set<Event["type"]>([
  ...(["search", "source", "plan", "finding", "verdict", "score", "artifact", "warning"] as const),
  ...(["budget", "progress", "model_call", "phase", "agent", "task"] as const),
])

function note(draft: Draft, event: Event): void {
  const step = draft.stepOf(event)
  if (!step) return
  const notes = draft.listOf(step, "notes")
  if (event.type === "progress" && notes.at(-1)?.type === "progress") notes.pop()
  notes.push(event)
}

/** What was told last of a thing stands where it came up; `lasting` says what it is, and need not be said again. */
function put<T extends object, K extends keyof T>(told: T[], event: T, id: keyof T, lasting: readonly K[] = []): void {
  const place = told.findIndex((one) => one[id] === event[id])
  const before = told[place]
  if (!before) return void told.push(event)
  const now = { ...event }
  for (const name of lasting) now[name] ||= before[name]
  told[place] = now
}

/** Nobody works on what was begun. */
function leave(draft: Draft): void {
  draft.change(
    (step) => step.state === "working",
    (step) => void (step.state = "left"),
  )
}

function end(draft: Draft, event: EventOf<"run_finished" | "run_failed">): void {
  leave(draft)
  Object.assign(draft.run, { ended: event, progress: undefined, asked: [] })
}

/** Its result is committed. Words that no final text stands for by now were a dead attempt's, or taken back. */
function finish(draft: Draft, event: EventOf<"node_finished">): void {
  draft.change(
    (step) => step.task === event.task && step.texts.some((text) => !text.final),
    (step) => void (step.texts = step.texts.filter((text) => text.final)),
  )
  const step = draft.stepOf(event)
  if (!step) return
  Object.assign(step, { state: "done", ended: event.seq, seconds: event.seconds, summary: event.summary })
}

/** Deltas are appended. A final text takes their place, last in the order; one without words takes them back. */
function write(draft: Draft, event: EventOf<"text" | "reasoning">): void {
  const step = draft.stepOf(event)
  if (!step) return
  const { id, type: kind, text: words, final } = event
  const texts = draft.listOf(step, "texts")
  const place = texts.findIndex((text) => text.id === id && text.kind === kind)
  const before = texts[place]
  if (!final && before) texts[place] = { ...before, words: before.words + words }
  else {
    if (before) texts.splice(place, 1)
    if (words) texts.push({ id, kind, words, final })
  }
}
