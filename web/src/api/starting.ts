import { mutate } from "swr"
import { api, ask } from "@/api/client"
import type { OptionsGiven, RunGiven, RunShown } from "@/api/types/server"

/** What a run is begun with; options that are left out are the server's. */
export type Start = Omit<RunGiven, "options"> & { options?: Partial<OptionsGiven> }

/** Begin a run; the caller shows `/runs/ID` then. Throws Problem. */
export async function startRun(given: Start): Promise<RunShown> {
  const run = await ask(api.POST("/api/runs", { body: given as RunGiven }))
  void mutate((key) => typeof key === "string" && key.startsWith("runs"))
  return run
}
