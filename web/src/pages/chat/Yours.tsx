import { useWords } from "@/i18n/words"
import { langOf } from "@/pauses/language"
import styles from "./chat.module.css"
import type { ChatMessage } from "./message"
import { chatWords } from "./words"

/** What the person said, as they wrote it. */
export function Yours({ message }: { message: ChatMessage }) {
  const t = useWords(chatWords)
  const words = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
  const files = message.parts.flatMap((part) => (part.type === "file" ? [part.filename || part.mediaType] : []))
  return (
    <article className={styles.yours} aria-label={t.you}>
      {words && <p lang={langOf(words)}>{words}</p>}
      {files.length > 0 && (
        <ul className={styles.attached}>
          {files.map((name, at) => (
            <li key={at}>{name}</li>
          ))}
        </ul>
      )}
    </article>
  )
}
