import useSWR, { mutate, type SWRResponse } from "swr"
import { api, ask, Problem } from "@/api/client"
import type { ChatHistory, ChatsShown } from "@/api/types/server"

const KEY = "chats"

/** The former chats, the latest first. */
export const useChats = (): SWRResponse<ChatsShown, Problem> => useSWR(KEY, () => ask(api.GET("/api/chat")))

export const chatsChanged = (): void => void mutate(KEY)

/** A chat as the server keeps it; undefined when nothing was said in it yet. Throws Problem. */
export async function historyOf(id: string): Promise<ChatHistory | undefined> {
  try {
    return await ask(api.GET("/api/chat/{chat_id}", { params: { path: { chat_id: id } } }))
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

/** End what is at work in a chat, now. Throws Problem. */
export const stopChat = (id: string) =>
  ask(api.POST("/api/chat/{chat_id}/stop", { params: { path: { chat_id: id } }, body: null }))

/** Forget a chat; the runs of teams stay. Throws Problem. */
export async function deleteChat(id: string): Promise<void> {
  await ask(api.DELETE("/api/chat/{chat_id}", { params: { path: { chat_id: id } } }))
  chatsChanged()
}
