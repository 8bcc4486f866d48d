import type { RunDetail } from "@/api/types/server"
import type { LiveRun } from "@/live/state"

/** What each team's result is shown from. While the run is at work `run.result` is null and `live` grows. */
export interface ResultProps {
  run: RunDetail
  live: LiveRun
}
