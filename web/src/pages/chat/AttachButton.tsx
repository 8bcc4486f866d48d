import { useRef } from "react"
import { useWords } from "@/i18n/words"
import styles from "./chat.module.css"
import { chatWords } from "./words"

/** Chooses files to go with a message. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useWords(chatWords)
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={styles.icon}
        aria-label={t.attach}
        title={t.attach}
        onClick={() => chooser.current?.click()}
      >
        <svg viewBox="0 0 24 24" aria-hidden fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round">
          <path d="M20 11.5l-8.1 8.1a5.2 5.2 0 0 1-7.4-7.4l8.4-8.4a3.5 3.5 0 0 1 5 5l-8.4 8.3a1.7 1.7 0 0 1-2.5-2.4l7.6-7.6" />
        </svg>
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t.attach}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ""
        }}
      />
    </>
  )
}
