import type { ChatHistory } from "@/api/types/server"
import type { ChatMessage } from "./message"

/**
 * The messages to show, from what the server keeps. An answer that is under way is left out there, since its stream
 * begins anew; what is on the page of it stays until then, so that nothing jumps.
 */
export function caughtUp(history: ChatHistory, shown: readonly ChatMessage[]): ChatMessage[] {
  const kept = history.messages as unknown as ChatMessage[]
  const last = shown.at(-1)
  const isOfNow = shown.at(-2)?.id === kept.at(-1)?.id && last?.role === "assistant"
  return history.active && isOfNow && last ? [...kept, last] : kept
}

/** Whether the server has taken the message that was said last here. */
export function isTaken(history: ChatHistory | undefined, said: ChatMessage): boolean {
  return history?.messages.some((one) => one.id === said.id) ?? false
}
