import { ofTab } from "@/api/storage"
import type { ChatMessage } from "./message"
import type { Saying } from "./useConversation"

const keyOf = (chatId: string) => `kasen.unsent.${chatId}`

/** Keep what is on its way to the server, until that has it: a reload may come before. */
export const keepUnsent = (chatId: string, saying: Saying): void =>
  void ofTab.set(keyOf(chatId), JSON.stringify(saying))

/** The server has it, or it stands again where one writes. */
export const forgetUnsent = (chatId: string): void => ofTab.drop(keyOf(chatId))

/** What was on its way when the page was loaded, and is not among what the server has. */
export function unsentOf(chatId: string, messages: readonly ChatMessage[]): Saying | undefined {
  const kept = ofTab.get(keyOf(chatId))
  if (!kept) return undefined
  const saying = JSON.parse(kept) as Saying
  const last = messages.findLast((one) => one.role === "user")
  return last && wordsOf(last) === saying.words ? undefined : saying
}

const wordsOf = (message: ChatMessage) => message.parts.map((part) => (part.type === "text" ? part.text : "")).join("")

/** What came back, and what was begun meanwhile. */
export const bothOf = (back: string, begun: string): string =>
  back && begun.trim() ? `${back}\n\n${begun}` : back || begun
