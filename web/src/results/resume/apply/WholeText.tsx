import { useState } from "react"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { type Decisions, type Edit, revisedText } from "../edits/model"
import styles from "./apply.module.css"
import { applyWords } from "./words"

interface Props {
  original: string
  edits: readonly Edit[]
  decisions: Decisions
  lang: string
}

/** The text as it would be, sign by sign: what the file holds when the choice is applied. */
export function WholeText({ original, edits, decisions, lang }: Props) {
  const t = useWords(applyWords)
  const [copied, setCopied] = useState(false)
  const text = revisedText(original, edits, decisions)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <details className={styles.whole}>
      <summary>{t.text}</summary>
      <div>
        <p>
          <Button small onClick={() => void copy()}>
            {copied ? t.copied : t.copy}
          </Button>
        </p>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- else it could not be scrolled by keyboard */}
        <pre className={styles.text} lang={lang} tabIndex={0}>
          {text}
        </pre>
      </div>
    </details>
  )
}
