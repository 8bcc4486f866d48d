import type { RunDetail } from "@/api/types/server"
import { onward } from "@/api/onward"
import { startRun } from "@/api/starting"
import { uploadFile } from "@/api/uploading"
import type { Answer } from "../edits/model"

/** A file of decisions: JSON is YAML too, and nothing that a person writes is read as anything else. */
export const decisionsFile = (answer: Answer): File =>
  new File([`${JSON.stringify({ accept: answer.accept, edited: answer.edited ?? {} }, null, 2)}\n`], "decisions.json", {
    type: "application/json",
  })

/** Take edits of a review over: a run that asks no model. Words of a person go as a file, ids alone as they are. */
export async function applied(run: RunDetail, answer: Answer): Promise<string> {
  const accept = answer.edited ? `upload:${(await uploadFile(decisionsFile(answer))).id}` : answer.accept.join(",")
  return (await startRun({ team: "resume", request: { accept }, options: onward(run) })).id
}
