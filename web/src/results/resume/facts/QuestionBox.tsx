import { useId } from "react"
import { useWords } from "@/i18n/words"
import { Button, TextArea } from "@/ui"
import { LONGEST } from "./answers"
import styles from "./facts.module.css"
import { factWords } from "./words"

interface Props {
  question: string
  /** Words that were refused because nothing bears them out: the owner may. */
  proposed?: string
  lang: string
  value: string
  onChange: (words: string) => void
}

/** A question that only the owner of the résumé can answer, with a box for the answer. */
export function QuestionBox({ question, proposed, lang, value, onChange }: Props) {
  const t = useWords(factWords)
  const asked = useId()
  return (
    <div className={styles.question}>
      <p id={asked} lang={lang} className={styles.ask}>
        {question}
      </p>
      {proposed && !value && (
        <p>
          <Button small onClick={() => onChange(proposed.replace(/\s+/g, " ").trim().slice(0, LONGEST))}>
            {t.itIs}
          </Button>
        </p>
      )}
      <TextArea
        rows={1}
        lang={lang}
        maxLength={LONGEST}
        value={value}
        autoComplete="off"
        aria-labelledby={asked}
        placeholder={t.yours}
        className={styles.box}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
