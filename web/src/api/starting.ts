import { mutate } from "swr"
import { api, ask } from "@/api/client"
import type { OptionsGiven, RunGiven, RunShown } from "@/api/types/server"

/** What is asked of a team; options that are left out follow from settings and team. */
export type RunAsked = Omit<RunGiven, "options"> & {
  options?: { [name in keyof OptionsGiven]?: OptionsGiven[name] | undefined }
}

/** Begin a run; the caller shows `/runs/ID` then. Throws Problem. */
export async function startRun(given: RunAsked): Promise<RunShown> {
  // The types of the description call a field that has a default present: of answers that is so, of questions not.
  const run = await ask(api.POST("/api/runs", { body: given as RunGiven }))
  void mutate((key) => typeof key === "string" && key.startsWith("runs"))
  return run
}
