import { useState } from "react"
import type { ChatListed } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Confirm } from "@/ui/Confirm"
import { deleteChat } from "./asking"
import styles from "./chat.module.css"
import { chatWords } from "./words"

/** The button that forgets a chat, once one is sure. */
export function ForgetChat({ chat, onGone }: { chat: ChatListed; onGone?: (() => void) | undefined }) {
  const t = useWords(chatWords)
  const [isAsked, setAsked] = useState(false)
  const remove = async () => {
    await deleteChat(chat.id)
    setAsked(false)
    onGone?.()
  }
  return (
    <>
      <button
        type="button"
        className={styles.forget}
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
    </>
  )
}
