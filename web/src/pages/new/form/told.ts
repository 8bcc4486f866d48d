import type { Problem } from "@/api/client"
import type { SentFile } from "@/api/sending"
import type { Fault } from "./request"

/** Where a refusal of the server belongs: a field of the form, a file of it, or the form as a whole. */
export type Told =
  { at: "field"; name: string; fault: Fault } | { at: "file"; key: string; place: string } | { at: "form" }

const NAMED = /^`([a-z]\w*)(?:\.[^`]*)?`:?\s*(.*)$/s
const UPLOAD = /upload `([0-9a-f]{32})`/

/** What the server's words are about. Its sentences begin with the name of the field: "`slides`: must be 60 or less". */
export function toldOf(problem: Problem, names: readonly string[], files: readonly SentFile[]): Told {
  const id = UPLOAD.exec(problem.message)?.[1]
  const file = files.find((one) => one.upload?.id === id)
  if (id && file) return { at: "file", key: file.key, place: file.place }
  const [, name, message] = NAMED.exec(problem.message) ?? []
  if (!name || !message || !names.includes(name)) return { at: "form" }
  return { at: "field", name, fault: { kind: "told", message, hint: problem.hint } }
}
