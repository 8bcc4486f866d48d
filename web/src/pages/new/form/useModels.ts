import useSWR, { type SWRResponse } from "swr"
import { api, ask, type Problem } from "@/api/client"
import type { ModelsShown } from "@/api/types/server"

/** What answers which role of a team, as if that preset were set. */
export const useModels = (team: string, preset: string): SWRResponse<ModelsShown, Problem> =>
  useSWR(`models/${team}/${preset}`, () => ask(api.GET("/api/models", { params: { query: { team, preset } } })))
