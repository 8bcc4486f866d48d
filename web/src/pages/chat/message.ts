import type { UIMessage } from "ai"
import type { Event } from "@/api/types/events"

/** Fields of a kind of event, with the role that it is of. */
type Of<T extends Event["type"]> = Omit<
  Extract<Event, { type: T }>,
  "type" | "seq" | "attempt" | "at" | "node" | "task"
> & {
  role: string
  run_id: string
}

/** A run in a message: what works on the answer. */
export interface RunData {
  run_id: string
  team: string
  mode: string
  title: string
  why: string
  lang: string
  status: string
  seconds?: number
  calls?: number
  usd?: number | null
}

export interface RoleData {
  role: string
  state: "working" | "done"
  run_id: string
  seconds?: number
  summary?: string
}

/** Parts of our own, by name. */
export type ChatData = {
  run: RunData
  role: RoleData
  plan: Of<"plan">
  progress: Of<"progress">
  search: Of<"search">
  finding: Of<"finding">
  verdict: Of<"verdict">
  score: Of<"score">
  warning: Of<"warning">
  budget: Of<"budget">
  artifact: Of<"artifact"> & { url: string }
}

export type ChatMessage = UIMessage<unknown, ChatData>
export type Part = ChatMessage["parts"][number]
/** A pause in a message: the call of a tool that waits for a person. */
export type Call = Extract<Part, { type: "dynamic-tool" }>
/** A source that may be cited. */
export type Source = Extract<Part, { type: "source-url" | "source-document" }>
export type FilePart = Extract<Part, { type: "file" }>
