import { mutate } from "swr"
import { runKey } from "@/api/asking"
import { api, ask, Problem } from "@/api/client"
import type { RunDetail } from "@/api/types/server"
import type { Event } from "./state"
import type { Heard, Ways } from "./stream"

const PAGE = 2000
/** Every kind of event has its own name in the stream; a kind that lacks here is an error of types. */
const TYPES: Record<Event["type"], true> = {
  ...{ run_started: true, node_started: true, node_finished: true, text: true, reasoning: true, model_call: true },
  ...{ search: true, source: true, plan: true, finding: true, verdict: true, score: true, approval_asked: true },
  ...{ approval_given: true, artifact: true, warning: true, budget: true, progress: true, agent: true, task: true },
  ...{ phase: true, run_finished: true, run_failed: true },
}

/** The ways to a run of this server. */
export function waysTo(id: string): Ways {
  const path = { path: { run_id: id } }
  return {
    history: (after) =>
      ask(
        api.GET("/api/runs/{run_id}/events", {
          params: { ...path, query: { after, limit: PAGE } },
          headers: { accept: "application/json" },
        }),
      ) as Promise<{ events: Event[]; last_seq: number }>,
    status: async () => {
      const run = await ask(api.GET("/api/runs/{run_id}", { params: path }))
      await mutate<RunDetail>(runKey(id), run, { revalidate: false })
      return run.status
    },
    open: (after, heard) => listen(`/api/runs/${encodeURIComponent(id)}/events?after=${after}`, heard),
    isGone: (error) => error instanceof Problem && [401, 403, 404].includes(error.status),
    later: (ms, call) => {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    },
  }
}

/** A stream of the browser's; `Source` is what tests put in its place. It is never left to open itself again. */
export function listen(url: string, heard: Heard, Source: typeof EventSource = EventSource): { close: () => void } {
  const source = new Source(url)
  let wasOpen = false
  source.onopen = () => {
    wasOpen = true
    heard.opened()
  }
  const take = (message: MessageEvent<string>) => heard.event(JSON.parse(message.data) as Event)
  for (const type of Object.keys(TYPES)) source.addEventListener(type, take)
  source.addEventListener("end", (message: MessageEvent<string>) => {
    source.close()
    heard.end((JSON.parse(message.data) as { status: string }).status)
  })
  source.onerror = () => {
    const isRefused = !wasOpen && source.readyState === Source.CLOSED
    source.close()
    heard.broken(isRefused)
  }
  return { close: () => source.close() }
}
