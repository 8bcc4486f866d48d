import { useSyncExternalStore } from "react"
import { mutate } from "swr"
import { runKey } from "@/api/asking"
import { reduce } from "./reduce"
import { queue } from "./slices"
import { type Event, freshRun, type LiveRun } from "./state"
import { Following, type Told } from "./stream"
import { waysTo } from "./ways"

/** After these the run's row, pauses, files or costs are others. */
const CHANGES = new Set<Event["type"]>(["approval_asked", "approval_given", "artifact", "run_finished", "run_failed"])
/** Least milliseconds between two looks at the run itself. */
const ASK_EVERY = 1_000
/** How long a store is kept that nobody shows: a page that comes back finds it. */
const KEPT = 5_000

interface Store {
  subscribe: (call: () => void) => () => void
  run: () => LiveRun
  wake: () => void
}

const stores = new Map<string, Store>()

/** A run as it happens. Any number of components share one connection; it is closed when none is left. */
export function useLive(id: string): LiveRun {
  const store = storeOf(id)
  return useSyncExternalStore(store.subscribe, store.run)
}

/** Something was done that makes the run go on (an answer, a continuation): look at once. */
export function wakeLive(id: string): void {
  stores.get(id)?.wake()
}

function storeOf(id: string): Store {
  const known = stores.get(id)
  if (known) return known
  const made = storeFor(id, () => stores.delete(id))
  stores.set(id, made)
  return made
}

function storeFor(id: string, forget: () => void): Store {
  let run = freshRun(id)
  let following: Following | undefined
  let forgetting: ReturnType<typeof setTimeout> | undefined
  const calls = new Set<() => void>()
  const refresh = throttled(() => void mutate(runKey(id)), ASK_EVERY)
  const push = queue<News>(
    (news) => (run = after(run, news)),
    () => calls.forEach((call) => call()),
  )
  const seen = () => (document.hidden ? following?.hide() : following?.show())
  const online = () => following?.wake()
  const told: Told = {
    events: (events) => {
      push(events)
      if (events.some((event) => CHANGES.has(event.type))) refresh()
    },
    connection: (connection) => {
      push([connection])
      if (connection === "over") refresh()
    },
  }
  const begin = () => {
    following = new Following(waysTo(id), told, run.lastSeq)
    document.addEventListener("visibilitychange", seen)
    window.addEventListener("online", online)
    if (document.hidden) following.hide()
  }
  const end = () => {
    following?.close()
    following = undefined
    document.removeEventListener("visibilitychange", seen)
    window.removeEventListener("online", online)
    forget()
  }
  return {
    subscribe: (call) => {
      clearTimeout(forgetting)
      calls.add(call)
      if (!following) begin()
      return () => {
        calls.delete(call)
        if (!calls.size) forgetting = setTimeout(end, KEPT)
      }
    },
    run: () => run,
    wake: () => following?.wake(),
  }
}

type News = Event | LiveRun["connection"]

/** The run after news: what is said of the connection keeps its place among the events. */
function after(run: LiveRun, news: News[]): LiveRun {
  const connection = news.findLast((one) => typeof one === "string")
  const events = news.filter((one) => typeof one !== "string")
  const now = reduce(run, events)
  return connection && connection !== now.connection ? { ...now, connection } : now
}

/** Calls at once, and at most every `ms` from then on; the last call is never lost. */
function throttled(call: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  const run = () => {
    isAsked = false
    call()
    timer = setTimeout(() => {
      timer = undefined
      if (isAsked) run()
    }, ms)
  }
  return () => {
    isAsked = true
    if (!timer) run()
  }
}
