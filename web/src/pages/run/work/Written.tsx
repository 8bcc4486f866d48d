import { useState } from "react"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import type { StepText } from "@/live/state"
import { Button } from "@/ui"
import styles from "./work.module.css"
import { workWords } from "./workWords"

/** Characters that are shown of what is being written, and of what was: more would be laid out with every word. */
const TAIL = 1500
const START = 700

/** What a role writes, or wrote; what it thinks is folded. */
export function Written({ text, lang }: { text: StepText; lang: string }) {
  const t = useWords(workWords)
  if (text.kind === "reasoning")
    return (
      <details className={styles.thinking}>
        <summary>{t.thinking}</summary>
        <Words text={text} lang={lang} />
      </details>
    )
  return <Words text={text} lang={lang} />
}

function Words({ text, lang }: { text: StepText; lang: string }) {
  return text.final ? <Finished words={text.words} lang={lang} /> : <Growing words={text.words} lang={lang} />
}

/** The end stays in sight: the box is filled from below. */
function Growing({ words, lang }: { words: string; lang: string }) {
  const t = useWords(workWords)
  return (
    <div className={styles.growing} lang={lang} role="group" aria-label={t.writes}>
      <div>
        {words.length > TAIL && "…"}
        {words.slice(-TAIL)}
        <span className={styles.caret} aria-hidden />
      </div>
    </div>
  )
}

function Finished({ words, lang }: { words: string; lang: string }) {
  const t = useWords(workWords)
  const f = useFormats()
  const [isAll, setAll] = useState(false)
  const isLong = words.length > START
  return (
    <div className={styles.wrote}>
      <div className={styles.words} lang={lang} role="group" aria-label={t.wrote}>
        {isAll || !isLong ? words : `${words.slice(0, START)}…`}
      </div>
      {isLong && (
        <Button small look="plain" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? t.fewerWords : t.allWords(f.number(words.length))}
        </Button>
      )}
    </div>
  )
}
