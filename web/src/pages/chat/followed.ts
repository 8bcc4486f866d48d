import type { UseChatHelpers } from "@ai-sdk/react"
import { Problem } from "@/api/client"
import type { ChatHistory } from "@/api/types/server"
import { historyOf } from "./asking"
import { caughtUp } from "./caughtUp"
import type { ChatMessage } from "./message"

export interface Counts {
  /** How often the person has said something. */
  round: number
  /** How many streams have come to an end. */
  finished: number
}

interface Given extends Pick<UseChatHelpers<ChatMessage>, "setMessages" | "resumeStream"> {
  id: string
  counts: { readonly current: Counts }
}

/**
 * Brings the page to where the server is, and follows the answer that is under way to its end. Throws Problem where
 * that cannot be done now.
 */
export async function followed({ id, setMessages, resumeStream, counts }: Given): Promise<void> {
  const begun = counts.current.round
  /** What was asked for before the person went on says nothing of now. */
  const take = (history: ChatHistory) => {
    if (counts.current.round === begun) setMessages((shown) => caughtUp(history, shown))
    return counts.current.round === begun
  }
  const history = await historyOf(id)
  if (!history || !take(history) || !history.active) return
  const before = counts.current.finished
  await resumeStream()
  if (counts.current.finished !== before) return
  const now = await historyOf(id) // it came to its end between the two requests, or could not be followed
  if (now?.active) throw new Problem(0, "", "the answer cannot be followed yet", "")
  if (now) take(now)
}
