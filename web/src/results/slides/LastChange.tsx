import type { RunDetail } from "@/api/types/server"
import type { Result } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { Button, Note, Row } from "@/ui"
import { Compare } from "./Compare"
import styles from "./edit.module.css"
import { editWords } from "./editWords"
import { Lines } from "./SlideFacts"
import type { Shot } from "./shots"
import { deckWords } from "./words"

interface LastChangeProps {
  newest: RunDetail
  result: Result
  shots: Shot[]
  changed: ReadonlySet<string>
  onShow: (at: number) => void
}

/** What the last change was, and what has become of it; also where that is nothing. */
export function LastChange({ newest, result, shots, changed, onShow }: LastChangeProps) {
  const t = useWords(editWords)
  const slideWords = useWords(deckWords)
  if (newest.mode !== "edit") return null
  const [before, last] = result.versions.slice(-2)
  const there = shots.filter((one) => changed.has(one.id))
  return (
    <Note tone={result.unchanged ? "fair" : "good"} role="status" aria-label={t.last}>
      <div className={styles.note}>
        <p className={styles.strong}>{result.unchanged ? t.nothing : t.last}</p>
        <p lang={newest.lang}>{t.quoted(newest.title)}</p>
        <p lang={result.lang}>{result.reply}</p>
        <Lines lines={result.notes.filter((note) => note !== result.reply)} lang={result.lang} />
        {there.length > 0 && (
          <Row>
            {there.map((one) => (
              <Button key={one.id} small onClick={() => onShow(one.number - 1)}>
                {slideWords.slide(one.number)}
              </Button>
            ))}
          </Row>
        )}
        {!result.unchanged && before && before.run_id !== last?.run_id && (
          <details className={styles.more}>
            <summary>{t.beforeAfter}</summary>
            <Compare version={before} after={shots} lang={result.lang} />
          </details>
        )}
      </div>
    </Note>
  )
}
