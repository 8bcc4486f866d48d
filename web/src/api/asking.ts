import useSWR, { type SWRResponse } from "swr"
import { api, ask, type Problem } from "@/api/client"
import type { EvidenceShown, RunDetail, SessionShown, TeamShown } from "@/api/types/server"

/** Each thing is asked for once, by its key, however many parts of a page show it. */
export const useTeams = (): SWRResponse<TeamShown[], Problem> => useSWR("teams", () => ask(api.GET("/api/teams")))

export const useSession = (): SWRResponse<SessionShown, Problem> =>
  useSWR("session", () => ask(api.GET("/api/session")))

export const runKey = (id: string): string => `run/${id}`

/** A run with its open pauses, files and costs; asked again when its events say that something changed, and `every`
 * so many milliseconds while the page is seen. */
export const useRun = (id: string, every = 0): SWRResponse<RunDetail, Problem> =>
  useSWR(runKey(id), () => ask(api.GET("/api/runs/{run_id}", { params: { path: { run_id: id } } })), {
    refreshInterval: every,
  })

/** What a run may cite. */
export const useEvidence = (id: string | undefined): SWRResponse<EvidenceShown, Problem> =>
  useSWR(id ? `evidence/${id}` : null, () =>
    ask(api.GET("/api/runs/{run_id}/evidence", { params: { path: { run_id: id ?? "" } } })),
  )
