import { mutate } from "swr"
import { runKey } from "@/api/asking"
import { api, ask } from "@/api/client"
import type { OptionsOnward } from "@/api/types/server"
import { wakeLive } from "@/live/useLive"

const at = (id: string) => ({ params: { path: { run_id: id } } })

/** The run and the lists that it stands in are others now. */
async function changed(id: string): Promise<void> {
  await mutate((key) => key === runKey(id) || (typeof key === "string" && key.startsWith("runs")))
}

/** Ends the run for good. Throws Problem. */
export async function cancelRun(id: string): Promise<void> {
  await ask(api.POST("/api/runs/{run_id}/cancel", at(id)))
  await changed(id)
}

/** Ends the attempt after the step that is at work. Throws Problem. */
export async function stopRun(id: string): Promise<void> {
  await ask(api.POST("/api/runs/{run_id}/stop", at(id)))
  await changed(id)
}

/** Carries the run on, with other limits where they are given. Throws Problem. */
export async function continueRun(id: string, caps: Record<string, number> = {}): Promise<void> {
  await ask(api.POST("/api/runs/{run_id}/continue", { ...at(id), body: { options: caps as unknown as OptionsOnward } }))
  wakeLive(id)
  await changed(id)
}

/** Deletes the run with all that it made; whoever shows it goes elsewhere. Throws Problem. */
export async function deleteRun(id: string): Promise<void> {
  await ask(api.DELETE("/api/runs/{run_id}", at(id)))
  await mutate((key) => typeof key === "string" && key.startsWith("runs"))
}
