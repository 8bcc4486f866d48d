import { useState } from "react"
import { Link, useLocation } from "wouter"
import type { ChatListed } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Button, Dialog, Failed, Loading } from "@/ui"
import { useChats } from "./asking"
import styles from "./chat.module.css"
import { ForgetChat } from "./ForgetChat"
import { FreshChat } from "./FreshChat"
import { chatWords } from "./words"

/** Former chats: beside the chat where there is room, else in a dialog. */
export function Chats({ current }: { current: string }) {
  const t = useWords(chatWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <aside aria-label={t.former} className={styles.side}>
        <FreshChat />
        <List current={current} />
      </aside>
      <div className={styles.narrow}>
        <Button small onClick={() => setOpen(true)}>
          {t.former}
        </Button>
        <FreshChat />
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} label={t.former}>
        <List current={current} onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function List({ current, onChosen }: { current: string; onChosen?: () => void }) {
  const t = useWords(chatWords)
  const { data, error, mutate } = useChats()
  if (error && !data) return <Failed error={error} again={() => void mutate()} />
  if (!data) return <Loading />
  if (!data.chats.length) return <p className={styles.quiet}>{t.noFormer}</p>
  return (
    <>
      <ul className={styles.chats}>
        {data.chats.map((one) => (
          <Item key={one.id} chat={one} isCurrent={one.id === current} {...(onChosen && { onChosen })} />
        ))}
      </ul>
      {data.next && <Link href="/chat">{t.allChats}</Link>}
    </>
  )
}

function Item({ chat, isCurrent, onChosen }: { chat: ChatListed; isCurrent: boolean; onChosen?: () => void }) {
  const { time } = useFormats()
  const [, go] = useLocation()
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
      <ForgetChat chat={chat} onGone={() => isCurrent && go("/")} />
    </li>
  )
}
