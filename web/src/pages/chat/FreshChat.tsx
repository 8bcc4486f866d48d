import { useLocation } from "wouter"
import { useWords } from "@/i18n/words"
import { newChatId } from "@/pages/new/start/chatId"
import { Button, type Look } from "@/ui"
import { rememberFirst } from "./first"
import { chatWords } from "./words"

/** Begins a chat in which nobody has said anything yet. */
export function FreshChat({ look }: { look?: Look }) {
  const t = useWords(chatWords)
  const [, go] = useLocation()
  return (
    <Button
      small={!look}
      look={look}
      onClick={() => {
        const id = newChatId()
        rememberFirst(id, { words: "", files: [] })
        go(`/chat/${id}`)
      }}
    >
      {t.fresh}
    </Button>
  )
}
