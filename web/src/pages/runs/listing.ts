import { mutate } from "swr"
import useSWRInfinite from "swr/infinite"
import { api, ask, type Problem } from "@/api/client"
import type { RunBrief, RunsShown } from "@/api/types/server"
import { isAtWork } from "@/ui/Status"
import { queryOf, type Wanted } from "./finding"

const SOON_MS = 3_000
const LATER_MS = 30_000

export interface Listed {
  runs: RunBrief[] | undefined
  error: Problem | undefined
  hasMore: boolean
  isMore: boolean
  showMore: () => void
  again: () => Promise<unknown>
}

/** The runs that are wanted, newest first, page by page; asked for again while one of them is at work. */
export function useListed(wanted: Wanted): Listed {
  const query = queryOf(wanted)
  const found = useSWRInfinite<RunsShown, Problem>(
    (page, before: RunsShown | null) =>
      page && !before?.next ? null : `runs/list?${query}&before=${before?.next ?? ""}`,
    (key: string) => {
      const asked = new URLSearchParams(key.slice(key.indexOf("?")))
      return ask(api.GET("/api/runs", { params: { query: Object.fromEntries(asked) } }))
    },
    {
      keepPreviousData: true,
      refreshInterval: (pages) => (runsOf(pages).some((run) => isAtWork(run.status)) ? SOON_MS : LATER_MS),
      revalidateAll: true,
    },
  )
  return {
    runs: found.data && runsOf(found.data),
    error: found.error,
    hasMore: Boolean(found.data?.at(-1)?.next),
    isMore: found.size > (found.data?.length ?? 0),
    showMore: () => void found.setSize(found.size + 1),
    again: () => Promise.all([found.mutate(), mutate("runs/latest")]),
  }
}

/** Each run once: a list that grows at its head moves the seams of its pages. */
function runsOf(pages: RunsShown[] | undefined): RunBrief[] {
  const byId = new Map(pages?.flatMap((page) => page.runs).map((run) => [run.id, run]))
  return [...byId.values()]
}

const path = (id: string) => ({ params: { path: { run_id: id } } })

/** Throws Problem: 409 while it is at work. */
export const deleteRun = (id: string): Promise<unknown> => ask(api.DELETE("/api/runs/{run_id}", path(id)))

/** Throws Problem: 409 when it is over. */
export const cancelRun = (id: string): Promise<unknown> => ask(api.POST("/api/runs/{run_id}/cancel", path(id)))

/** Throws Problem. */
export const continueRun = (id: string): Promise<unknown> => ask(api.POST("/api/runs/{run_id}/continue", path(id)))
