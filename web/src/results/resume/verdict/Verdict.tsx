import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { Card } from "@/ui"
import { Scale } from "./Scale"
import styles from "./verdict.module.css"
import { bestOf, isJustBelow, isMeasuredOnly, lookedAt, scoredAt, scoreText } from "./verdict"
import { verdictWords } from "./words"

/** The first thing that a person is told: what came of it, the score with its spread, why it ended; `said`: notes that
 * stand on the page already. */
export function Verdict({ result, said }: { result: Result; said: readonly string[] }) {
  const t = useWords(verdictWords)
  const outcome = result.stopped === "not_reviewed" ? t.notReviewed : t.outcome[result.outcome]
  const why = t.stopped[result.stopped](result.history?.length ?? 0)
  const looked = lookedAt(result)
  return (
    <Card className={styles.verdict} aria-label={t.verdict}>
      {isMeasuredOnly(result) ? <Measured result={result} /> : <Score result={result} />}
      <div className={styles.says}>
        <h2>{outcome}</h2>
        <p>
          {why} {isJustBelow(result) && t.below}
        </p>
        {isMeasuredOnly(result) ? (
          <p className={styles.quiet}>{t.notJudged}</p>
        ) : (
          <p className={styles.quiet}>{t.judgedLine(looked.judged, looked.measured, looked.nobody)}</p>
        )}
        <Decided result={result} />
        <Blockers result={result} />
      </div>
      <Notes notes={result.notes?.filter((one) => !said.includes(one)) ?? []} lang={result.lang} />
    </Card>
  )
}

function Notes({ notes, lang }: { notes: string[]; lang: string }) {
  const t = useWords(verdictWords)
  if (!notes.length) return null
  return (
    <div className={styles.notes}>
      <h3 className="unseen">{t.notes}</h3>
      <ul lang={lang}>
        {notes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}

function Score({ result }: { result: Result }) {
  const t = useWords(verdictWords)
  const { score, threshold } = result
  if (score === null) return <p className={styles.big}>{t.noScore}</p>
  const { low, high } = bestOf(result) ?? { low: null, high: null }
  return (
    <div className={styles.score}>
      <p className={styles.big}>
        {scoreText(score, threshold)} <span className={styles.of}>{t.outOf}</span>
      </p>
      <Scale value={score} low={low ?? score} high={high ?? score} threshold={threshold} />
      <Figures result={result} />
    </div>
  )
}

function Figures({ result }: { result: Result }) {
  const t = useWords(verdictWords)
  const text = (value: number) => scoreText(value, result.threshold)
  const scored = bestOf(result)
  const first = result.best === 1 ? null : (scoredAt(result, 1)?.score ?? null)
  const { low, high, looks } = scored ?? { low: null, high: null, looks: 1 }
  const said = [
    low !== null && high !== null && t.spread(text(low), text(high)),
    looks > 1 && t.looks(looks),
    t.threshold(String(result.threshold)),
    first !== null && t.before(text(first)),
  ]
  return <ul className={styles.facts}>{said.map((one) => one && <li key={one}>{one}</li>)}</ul>
}

function Measured({ result }: { result: Result }) {
  const t = useWords(verdictWords)
  const { measured, total } = lookedAt(result)
  return (
    <div className={styles.score}>
      <p className={styles.count}>{t.measuredOf(measured, total)}</p>
      <p className={styles.quiet}>{t.measuredCriteria}</p>
      <span className={styles.strip} aria-hidden>
        {Array.from({ length: total }, (_, at) => (
          <i key={at} data-on={at < measured || undefined} />
        ))}
      </span>
    </div>
  )
}

function Decided({ result }: { result: Result }) {
  const t = useWords(verdictWords)
  const made = result.decisions ?? []
  const taken = made.filter((one) => one.state === "accepted" || one.state === "edited").length
  if (!made.length || made.every((one) => one.state === "open")) return null
  return (
    <p>
      {t.decided(taken, made.length)} {result.written && t.written(result.written)}{" "}
      {result.backup && t.backup(result.backup)}
    </p>
  )
}

function Blockers({ result }: { result: Result }) {
  const t = useWords(verdictWords)
  const blockers = bestOf(result)?.blockers ?? []
  if (!blockers.length) return null
  return (
    <>
      <h3>{t.blocks}</h3>
      <ul lang={result.lang}>
        {blockers.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  )
}
