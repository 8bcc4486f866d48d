import type { RunDetail } from "@/api/types/server"
import type { LiveRun } from "@/live/state"
import { isAtWork } from "@/ui/Status"

/** What the run is now: its events know it first, the row of the run knows what has no event. */
export function statusOf(run: RunDetail, live: LiveRun): string {
  if (run.status === "waiting" && live.lastSeq <= run.last_seq) return "waiting"
  if (live.ended) return live.ended.type === "run_failed" ? "failed" : live.ended.status
  if (live.asked.length) return "paused"
  return live.connection === "live" && live.lastSeq ? "running" : run.status
}

/** Whether what it made is what the person came for: it has ended with a result. */
export const isDone = (run: RunDetail, status: string): boolean =>
  run.result !== null && run.result !== undefined && !isAtWork(status) && status !== "paused"
