import { mutate } from "swr"
import { api, ask } from "@/api/client"
import type { RunGiven, RunShown } from "@/api/types/server"

/** Begin a run; the caller shows `/runs/ID` then. Throws Problem. */
export async function startRun(given: RunGiven): Promise<RunShown> {
  const run = await ask(api.POST("/api/runs", { body: given }))
  void mutate((key) => typeof key === "string" && key.startsWith("runs"))
  return run
}
