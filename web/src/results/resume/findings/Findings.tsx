import { useMemo, useState } from "react"
import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { folded, type NotedLine, notedLines } from "./annotated"
import { FindingCard, type FindingProps } from "./FindingCard"
import styles from "./findings.module.css"
import { findingsOf, type Shown } from "./findings"
import { findingWords } from "./words"

type Props = Omit<FindingProps, "shown" | "edit"> & { result: Result }

/** The text with what is said about it: words at fault marked, findings beside their line, those about the whole below. */
export function Findings({ result, ...rest }: Props) {
  const t = useWords(findingWords)
  const { placed, whole } = useMemo(() => findingsOf(result), [result])
  const runs = useMemo(() => folded(notedLines(result.original, placed)), [result.original, placed])
  const edits = new Map(result.changes?.flatMap((one) => one.findings.map((id) => [id, one.id])))
  const count = (severity: string) => [...placed, ...whole].filter((one) => one.finding.severity === severity).length
  const card = (one: Shown) => (
    <FindingCard key={`${one.iteration} ${one.finding.id}`} shown={one} edit={edits.get(one.finding.id)} {...rest} />
  )
  return (
    <>
      <p className={styles.quiet}>{t.counts(count("critical"), count("major"), count("minor"))}</p>
      {!placed.length && <p>{t.none}</p>}
      {placed.length > 0 && (
        <div className={styles.text}>
          {runs.map((run) => (
            <Run key={run.lines[0]?.number} lines={run.lines} isFolded={run.isFolded} lang={result.lang} card={card} />
          ))}
        </div>
      )}
      {whole.length > 0 && (
        <section className={styles.whole}>
          <h3>{t.whole}</h3>
          {whole.map(card)}
        </section>
      )}
    </>
  )
}

interface RunProps {
  lines: NotedLine[]
  isFolded: boolean
  lang: string
  card: (one: Shown) => React.ReactNode
}

function Run({ lines, isFolded, lang, card }: RunProps) {
  const t = useWords(findingWords)
  const [open, setOpen] = useState(false)
  if (isFolded && !open) {
    return (
      <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
        {t.same(lines.length)}
      </button>
    )
  }
  return lines.map((line) => (
    <div key={line.number} className={styles.line} data-noted={line.findings.length > 0 || undefined}>
      <div className={styles.said} lang={lang}>
        <span className={styles.number} aria-hidden>
          {line.number}
        </span>
        <span className={styles.words}>
          {line.stretches.map((one, at) =>
            one.grave ? (
              <mark key={at} data-grave={one.grave}>
                {one.text}
              </mark>
            ) : (
              one.text
            ),
          )}
        </span>
      </div>
      {line.findings.length > 0 && <div className={styles.cards}>{line.findings.map(card)}</div>}
    </div>
  ))
}
