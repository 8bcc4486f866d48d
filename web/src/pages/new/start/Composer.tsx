import { type DragEvent, type KeyboardEvent, useId, useRef, useState } from "react"
import { useLocation } from "wouter"
import { useSession } from "@/api/asking"
import { isSending, uploadsOf, useSending } from "@/api/sending"
import { useWords } from "@/i18n/words"
import { rememberFirst } from "@/pages/chat/first"
import { useKept } from "@/pauses/kept"
import { Button } from "@/ui"
import { droppedFiles } from "@/ui/dropped"
import { FileDrop } from "@/ui/FileDrop"
import { isComposing } from "@/ui/isComposing"
import { newWords } from "../words"
import { newChatId } from "./chatId"
import styles from "./start.module.css"

/** Words to the coordinator, with files: what is sent opens a chat. */
export function Composer() {
  const t = useWords(newWords)
  const id = useId()
  const [, go] = useLocation()
  const [words, setWords, forget] = useKept("new", "")
  const [lack, setLack] = useState<"empty" | "waiting" | "refused">()
  const box = useRef<HTMLTextAreaElement>(null)
  const sending = useSending()
  const most = useSession().data?.upload_bytes

  const send = () => {
    const lacks = !words.trim()
      ? "empty"
      : isSending(sending.files)
        ? "waiting"
        : sending.files.some((one) => one.refusal)
          ? "refused"
          : undefined
    setLack(lacks)
    if (lacks === "empty") box.current?.focus()
    if (lacks) return
    const chat = newChatId()
    rememberFirst(chat, { words: words.trim(), files: uploadsOf(sending.files) })
    forget()
    go(`/chat/${chat}`)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void droppedFiles(event.dataTransfer, true).then((files) => sending.add(files, { many: true, most }))
  }
  const key = (event: KeyboardEvent) => {
    // What the Enter key ends while Japanese is composed is a word, not the message.
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles.composer}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id} className="unseen">
        {t.write}
      </label>
      <textarea
        id={id}
        ref={box}
        className={styles.words}
        rows={4}
        value={words}
        placeholder={t.placeholder}
        aria-describedby={`${id}-keys ${id}-lack`}
        aria-invalid={lack === "empty" || undefined}
        onChange={(event) => {
          setWords(event.target.value)
          setLack(undefined)
        }}
        onKeyDown={key}
      />
      <div className={styles.below}>
        <FileDrop bare many folder label={t.files} sending={sending} />
        <div className={styles.sending}>
          <span id={`${id}-keys`} className={styles.keys}>
            {t.keys}
          </span>
          <Button type="submit" look="main">
            {t.send}
          </Button>
        </div>
      </div>
      <p id={`${id}-lack`} role="alert" className={styles.lack}>
        {lack && t[lack]}
      </p>
    </form>
  )
}
