import { ofTab } from "@/api/storage"
import type { Upload } from "@/api/types/server"

/** What somebody wrote on the first page: the chat says it as its first message. */
export interface First {
  words: string
  files: Upload[]
}

const keyOf = (chatId: string) => `kasen.first.${chatId}`

/** Keep the first message of a chat until its page takes it. */
export function rememberFirst(chatId: string, first: First): void {
  ofTab.set(keyOf(chatId), JSON.stringify(first))
}

/** The first message of a chat, which stays to be taken. */
export function firstOf(chatId: string): First | undefined {
  const kept = ofTab.get(keyOf(chatId))
  return kept ? (JSON.parse(kept) as First) : undefined
}

/** The first message of a chat, once; undefined when there is none, or it was taken. */
export function takeFirst(chatId: string): First | undefined {
  const first = firstOf(chatId)
  ofTab.drop(keyOf(chatId))
  return first
}
