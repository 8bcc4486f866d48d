import { Link } from "wouter"
import type { ChatListed } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Button, Empty, Failed, Loading, Row, Stack } from "@/ui"
import { type AllChats, useAllChats } from "./asking"
import styles from "./chat.module.css"
import { ForgetChat } from "./ForgetChat"
import { FreshChat } from "./FreshChat"
import { chatWords } from "./words"

/** All conversations, the latest first, and the beginning of another. */
export default function ChatsPage() {
  const t = useWords(chatWords)
  useTitle(t.listTitle)
  const all = useAllChats()
  return (
    <Stack className={styles.list}>
      <Row apart>
        <h1>{t.listTitle}</h1>
        <FreshChat look="main" />
      </Row>
      <p className={styles.quiet}>{t.listAbout}</p>
      {all.error && <Failed error={all.error} again={all.again} />}
      {all.chats ? <All {...all} chats={all.chats} /> : !all.error && <Loading />}
    </Stack>
  )
}

function All({ chats, hasMore, isMore, showMore, again }: AllChats & { chats: ChatListed[] }) {
  const t = useWords(chatWords)
  if (!chats.length) return <Empty>{t.listNone}</Empty>
  return (
    <>
      <ul className={styles.all}>
        {chats.map((one) => (
          <Item key={one.id} chat={one} onGone={again} />
        ))}
      </ul>
      {hasMore && (
        <div className={styles.more}>
          <Button busy={isMore} onClick={showMore}>
            {t.moreChats}
          </Button>
        </div>
      )}
    </>
  )
}

function Item({ chat, onGone }: { chat: ChatListed; onGone: () => void }) {
  const { time } = useFormats()
  return (
    <li>
      <div>
        <Link href={`/chat/${encodeURIComponent(chat.id)}`}>{chat.title}</Link>
        {chat.last && chat.last !== chat.title && <p className={styles.last}>{chat.last}</p>}
        <time dateTime={chat.updated_at} className={styles.quiet}>
          {time(chat.updated_at)}
        </time>
      </div>
      <ForgetChat chat={chat} onGone={onGone} />
    </li>
  )
}
