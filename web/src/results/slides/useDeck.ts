import useSWR from "swr"
import { runKey } from "@/api/asking"
import { api, ask, type Problem } from "@/api/client"
import type { RunBrief, RunDetail } from "@/api/types/server"
import { type Lineage, lineageOf } from "./lineage"
import type { Version } from "@/api/types/slides"
import { changesBetween, type Drawer, drawnIn, hasDrawn, resultOf, type Shot, shotsOf } from "./shots"

/** A deck as it stands now, whichever of its runs the page is about. */
export interface DeckState {
  /** The run of the newest version. */
  newest: RunDetail
  /** The run that drew its pictures; undefined while it is asked for, and where it is gone. */
  drawn: RunDetail | undefined
  shots: Shot[]
  /** Ids of the slides that the last change made otherwise. */
  changed: ReadonlySet<string>
  lineage: Lineage
  /** Runs that went on from the page's run. */
  later: RunBrief[]
  /** Look again at what has become of the deck. */
  refresh: () => Promise<unknown>
}

/** Where the follow-ups of a run are kept; starting any run has all such keys asked again. */
const laterKey = (id: string): string => `runs-after/${id}`

/** The newest version of the deck of a finished run. */
export function useDeck(run: RunDetail): DeckState {
  const { data: later = [], mutate } = useSWR<RunBrief[], Problem>(laterKey(run.id), () => runsAfter(run.id))
  const lineage = lineageOf(run, later)
  const newest = useNewest(run, lineage.newest)
  const drawer = useDrawer(newest)
  const drawn = typeof drawer === "string" ? undefined : drawer
  const shots = shotsOf(newest, drawer)
  return { newest, drawn, lineage, later, shots, changed: useChanged(newest, shots), refresh: () => mutate() }
}

/** As its run tells it, and as the version before shows it where that is still there. */
function useChanged(newest: RunDetail, shots: Shot[]): ReadonlySet<string> {
  const { before, told } = lastChange(newest)
  const run = useRunOf(before?.run_id || undefined)
  const isThere = run && run.id === before?.run_id && hasDrawn(run, before.number)
  const seen = isThere ? changesBetween(shotsOf(run, run), shots) : []
  return new Set([...told, ...seen.flatMap((one) => one.after?.id ?? [])])
}

/** The version before, and what the change says of itself; nothing where the newest is no change. */
function lastChange(newest: RunDetail): { before: Version | undefined; told: string[] } {
  const result = resultOf(newest)
  if (newest.mode !== "edit" || !result || result.unchanged) return { before: undefined, told: [] }
  const [before, last] = result.versions.slice(-2)
  return { before, told: last?.changed ?? [] }
}

/** The run of that id; what the page is about until it is there. */
function useNewest(run: RunDetail, id: string): RunDetail {
  const newer = useRunOf(id === run.id ? undefined : id)
  return id !== run.id && newer && resultOf(newer) ? newer : run
}

/** The run that drew the pictures of another. */
function useDrawer(newest: RunDetail): Drawer {
  const id = drawnIn(newest)
  const { run, isLoading } = useRunState(id === newest.id ? undefined : id)
  if (id === newest.id) return newest
  return run?.id === id ? run : isLoading ? "coming" : "gone"
}

/** A run by its id, where there is one; what was shown before stays until it is there. */
export const useRunOf = (id: string | undefined): RunDetail | undefined => useRunState(id).run

/** The same, with whether it is still asked for. */
export function useRunState(id: string | undefined): { run: RunDetail | undefined; isLoading: boolean } {
  const { data, isLoading } = useSWR<RunDetail, Problem>(
    id ? runKey(id) : null,
    () => ask(api.GET("/api/runs/{run_id}", { params: { path: { run_id: id ?? "" } } })),
    { keepPreviousData: true, shouldRetryOnError: false },
  )
  return { run: data, isLoading }
}

async function runsAfter(id: string): Promise<RunBrief[]> {
  const query = { team: "slides", continues: id, limit: 200 }
  return (await ask(api.GET("/api/runs", { params: { query } }))).runs
}
