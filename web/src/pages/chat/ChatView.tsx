import { useCallback, useEffect, useRef, useState } from "react"
import { useWords } from "@/i18n/words"
import { Failed, Note } from "@/ui"
import { Answer } from "./Answer"
import styles from "./chat.module.css"
import { Composer } from "./Composer"
import { useAtEnd } from "./useAtEnd"
import type { First } from "./first"
import type { ChatMessage } from "./message"
import { unsentOf } from "./unsent"
import { type Conversation, type Saying, useConversation } from "./useConversation"
import { chatWords } from "./words"
import { Yours } from "./Yours"

interface ChatViewProps {
  id: string
  messages: ChatMessage[]
  first?: First | undefined
}

/** What was said, what is being answered, and where one writes. */
export function ChatView({ id, messages: known, first }: ChatViewProps) {
  const [refusals, setRefusals] = useState<Saying[]>(() => [unsentOf(id, known) ?? []].flat())
  const onRefused = useCallback((saying: Saying) => setRefusals((all) => [...all, saying]), [])
  const chat = useConversation({ id, messages: known, resume: !first, onRefused })
  useFirst(first, chat.say)
  const { isAway, toEnd } = useAtEnd(chat.messages)
  return (
    <div className={styles.chat}>
      <Messages chat={chat} />
      <div className={styles.foot}>
        <Troubles chat={chat} />
        <ToLatest isShown={isAway} onClick={toEnd} />
        <Composer
          key={refusals.length}
          chatId={id}
          isBusy={chat.isBusy}
          isStopping={chat.isStopping}
          refused={refusals.at(-1)}
          onSay={(saying) => {
            chat.say(saying)
            toEnd()
          }}
          onStop={chat.stop}
        />
      </div>
    </div>
  )
}

function Messages({ chat }: { chat: Conversation }) {
  const t = useWords(chatWords)
  const { messages, isBusy, say, catchUp } = chat
  const last = messages.at(-1)
  const onSay = (words: string) => say({ words, files: [], options: {} })
  const view = (one: ChatMessage) =>
    one.role === "user" ? (
      <Yours key={one.id} message={one} />
    ) : (
      <Answer
        key={one.id}
        message={one}
        isLive={isBusy && one === last}
        isLast={one === last}
        onAnswered={catchUp}
        onSay={onSay}
      />
    )
  if (messages.length === 0 && !isBusy)
    return (
      <div className={styles.begin}>
        <h2>{t.begin}</h2>
        <p>{t.beginMore}</p>
      </div>
    )
  return (
    <section aria-label={t.messages} className={styles.messages}>
      {messages.map(view)}
      {isBusy && last?.role === "user" && <p className={styles.quiet}>{t.begins}</p>}
      <p role="status" className="unseen">
        {isBusy ? t.begins : last?.role === "assistant" ? t.arrived : ""}
      </p>
    </section>
  )
}

/** What went wrong, and what is done about it. */
function Troubles({ chat }: { chat: Conversation }) {
  const t = useWords(chatWords)
  return (
    <>
      {chat.isLost && (
        <Note role="status">
          <p>{t.lost}</p>
        </Note>
      )}
      {chat.error && (
        <div>
          <Failed error={chat.error} />
          {chat.isRefused && <p className={styles.quiet}>{t.notSent}</p>}
        </div>
      )}
    </>
  )
}

function ToLatest({ isShown, onClick }: { isShown: boolean; onClick: () => void }) {
  const t = useWords(chatWords)
  if (!isShown) return null
  return (
    <button type="button" className={styles.latest} onClick={onClick}>
      ↓ {t.latest}
    </button>
  )
}

/** What was written on another page is said here, once. */
function useFirst(first: First | undefined, say: (saying: Saying) => void): void {
  const isSaid = useRef(false)
  const latest = useRef(say)
  useEffect(() => {
    latest.current = say
  })
  useEffect(() => {
    if (!first || isSaid.current) return
    // Not before the page stands: what is begun while React tries it out is ended again.
    const timer = setTimeout(() => {
      isSaid.current = true
      latest.current({ ...first, options: {} })
    })
    return () => clearTimeout(timer)
  }, [first])
}
