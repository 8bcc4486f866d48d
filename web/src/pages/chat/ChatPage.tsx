import { useEffect, useState } from "react"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Failed, Loading } from "@/ui"
import { historyOf } from "./asking"
import { ChatView } from "./ChatView"
import styles from "./chat.module.css"
import { Chats } from "./Chats"
import { type First, firstOf } from "./first"
import type { ChatMessage } from "./message"
import { chatWords } from "./words"

// Every answer needs it: it is there before the first one, whatever becomes of the connection.
void import("@/results/shared/MarkdownText").catch(() => undefined)

interface Loaded {
  messages: ChatMessage[]
  title: string
  first?: First | undefined
}

/** A conversation: with the coordinator, or with a team that was named. */
export default function ChatPage({ id }: { id: string }) {
  const t = useWords(chatWords)
  const [loaded, setLoaded] = useState<Loaded | undefined>(() => begun(id))
  const [error, setError] = useState<unknown>()
  const [round, setRound] = useState(0)
  const isThere = loaded !== undefined
  useTitle(loaded?.title || t.chat)
  useEffect(() => {
    if (isThere) return
    let isOn = true
    historyOf(id)
      .then((found) => {
        const messages = (found?.messages ?? []) as unknown as ChatMessage[]
        if (isOn) setLoaded({ messages, title: found?.title ?? "" })
      })
      .catch((problem: unknown) => {
        if (isOn) setError(problem)
      })
    return () => {
      isOn = false
    }
  }, [id, isThere, round])
  const again = () => {
    setError(undefined)
    setRound(round + 1)
  }
  return (
    <div className={styles.page}>
      <h1 className="unseen">{loaded?.title || t.chat}</h1>
      <Chats current={id} />
      {loaded ? <ChatView id={id} {...loaded} /> : error ? <Failed error={error} again={again} /> : <Loading />}
    </div>
  )
}

/** A chat that nobody has said anything in yet: there is nothing to load. It stays one until something is said. */
function begun(id: string): Loaded | undefined {
  const first = firstOf(id)
  return (
    first && {
      messages: [],
      title: first.words.slice(0, 80),
      first: first.words || first.files.length ? first : undefined,
    }
  )
}
