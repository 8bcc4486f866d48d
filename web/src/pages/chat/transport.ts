import { APICallError, DefaultChatTransport } from "ai"
import { Problem, problemOf } from "@/api/client"
import { noteAnswer, noteSilence } from "@/api/reach"
import type { ChatMessage } from "./message"

/** Beside `api`, which takes no streams: what the server answered, the frame of the pages learns here. */
const fetched: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    noteAnswer(response.status)
    return response
  } catch (error) {
    if (!(error instanceof DOMException)) noteSilence()
    throw error
  }
}

/** Only the last message is sent: what was said before is kept by the server. */
export const newTransport = (): DefaultChatTransport<ChatMessage> =>
  new DefaultChatTransport({
    api: "/api/chat/stream",
    fetch: fetched,
    prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
      body: { ...body, id, messages: messages.slice(-1), trigger, messageId },
    }),
  })

/** What the server refused, as everywhere on the pages; anything else is a connection that broke. */
export function problemIn(error: unknown): Problem {
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return new Problem(0, "", String(error), "")
  try {
    return problemOf(error.statusCode, JSON.parse(error.responseBody ?? ""))
  } catch {
    return problemOf(error.statusCode, undefined)
  }
}
