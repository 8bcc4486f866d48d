import { useState } from "react"
import { Link, useLocation } from "wouter"
import type { ChatShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { newChatId } from "@/pages/new/start/chatId"
import { Button, Dialog, Failed, Loading } from "@/ui"
import { Confirm } from "@/ui/Confirm"
import { deleteChat, useChats } from "./asking"
import styles from "./chat.module.css"
import { rememberFirst } from "./first"
import { chatWords } from "./words"

/** Former chats: beside the chat where there is room, else in a dialog. */
export function Chats({ current }: { current: string }) {
  const t = useWords(chatWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <aside aria-label={t.former} className={styles.side}>
        <Fresh />
        <List current={current} />
      </aside>
      <div className={styles.narrow}>
        <Button small onClick={() => setOpen(true)}>
          {t.former}
        </Button>
        <Fresh />
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} label={t.former}>
        <List current={current} onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Fresh() {
  const t = useWords(chatWords)
  const [, go] = useLocation()
  return (
    <Button
      small
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

function List({ current, onChosen }: { current: string; onChosen?: () => void }) {
  const t = useWords(chatWords)
  const { data, error, mutate } = useChats()
  if (error && !data) return <Failed error={error} again={() => void mutate()} />
  if (!data) return <Loading />
  if (!data.chats.length) return <p className={styles.quiet}>{t.noFormer}</p>
  return (
    <ul className={styles.chats}>
      {data.chats.map((one) => (
        <Item key={one.id} chat={one} isCurrent={one.id === current} {...(onChosen && { onChosen })} />
      ))}
    </ul>
  )
}

function Item({ chat, isCurrent, onChosen }: { chat: ChatShown; isCurrent: boolean; onChosen?: () => void }) {
  const t = useWords(chatWords)
  const { time } = useFormats()
  const [, go] = useLocation()
  const [isAsked, setAsked] = useState(false)
  const remove = async () => {
    await deleteChat(chat.id)
    setAsked(false)
    if (isCurrent) go("/")
  }
  return (
    <li>
      <Link
        href={`/chat/${encodeURIComponent(chat.id)}`}
        aria-current={isCurrent ? "page" : undefined}
        {...(onChosen && { onClick: onChosen })}
      >
        <span>{chat.title}</span>
        <time dateTime={chat.updated_at} className={styles.quiet}>
          {time(chat.updated_at)}
        </time>
      </Link>
      <button
        type="button"
        aria-label={t.remove(chat.title)}
        title={t.remove(chat.title)}
        onClick={() => setAsked(true)}
      >
        ×
      </button>
      {isAsked && (
        <Confirm
          question={t.sure}
          about={
            <>
              {chat.title}
              <br />
              <span className={styles.quiet}>{t.sureMore}</span>
            </>
          }
          yes={t.yes}
          onYes={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}
