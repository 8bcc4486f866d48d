import useSWR, { mutate, type SWRResponse } from "swr"
import useSWRInfinite from "swr/infinite"
import { api, ask, Problem } from "@/api/client"
import type { ChatHistory, ChatListed, ChatsShown } from "@/api/types/server"

const KEY = "chats"

/** The former chats, the latest first. */
export const useChats = (): SWRResponse<ChatsShown, Problem> => useSWR(KEY, () => ask(api.GET("/api/chat")))

export interface AllChats {
  chats: ChatListed[] | undefined
  error: Problem | undefined
  hasMore: boolean
  isMore: boolean
  showMore: () => void
  again: () => void
}

/** All chats, page by page; looked at again when one comes back to the page. */
export function useAllChats(): AllChats {
  const found = useSWRInfinite<ChatsShown, Problem>(
    (page, before: ChatsShown | null) => (page && !before?.next ? null : `chats/all?${before?.next ?? ""}`),
    (key: string) => ask(api.GET("/api/chat", { params: { query: { before: key.slice(key.indexOf("?") + 1) } } })),
    { revalidateAll: true },
  )
  // A chat that was spoken in meanwhile has moved to the head: it may stand on two pages.
  const byId = new Map(found.data?.flatMap((page) => page.chats).map((one) => [one.id, one]))
  return {
    chats: found.data && [...byId.values()],
    error: found.error,
    hasMore: Boolean(found.data?.at(-1)?.next),
    isMore: found.size > (found.data?.length ?? 0),
    showMore: () => void found.setSize(found.size + 1),
    again: () => void found.mutate(),
  }
}

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
