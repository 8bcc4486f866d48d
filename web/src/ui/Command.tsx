import { useState } from "react"
import { useWords } from "@/i18n/words"
import { Button } from "."
import styles from "./ui.module.css"
import { uiWords } from "./words"

/** A line for the terminal, with a button that copies it; `label` says what it does. */
export function Command({ line, label }: { line: string; label?: string }) {
  const t = useWords(uiWords)
  const [done, setDone] = useState<boolean>()
  const copy = async () => {
    const worked = await navigator.clipboard?.writeText(line).then(
      () => true,
      () => false,
    )
    setDone(worked ?? false)
    setTimeout(() => setDone(undefined), 2500)
  }
  const said = done ? t.copied : t.notCopied
  return (
    <div className={styles.commandRow}>
      {label && <span className={styles.hint}>{label}</span>}
      <div className={styles.command}>
        <code lang="en">{line}</code>
        <Button small look="plain" aria-label={`${t.copy}: ${line}`} onClick={() => void copy()}>
          {done === undefined ? t.copy : said}
        </Button>
        <span role="status" className="unseen">
          {done !== undefined && said}
        </span>
      </div>
    </div>
  )
}
