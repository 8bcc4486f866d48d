import type { LiveRun } from "@/live/state"
import { useWords } from "@/i18n/words"
import { Badge, Card, Row } from "@/ui"
import { CRITICS, criticWords } from "../critics"
import { GRAVE } from "../edits/EditCard"
import { editWords } from "../edits/words"
import { scoresSoFar } from "./soFar"
import styles from "./work.module.css"
import { workWords } from "./words"

/** A review while it is made: scores and findings as they come. */
export function AtWork({ live }: { live: LiveRun }) {
  const t = useWords(workWords)
  const names = useWords(criticWords)
  const severities = useWords(editWords).severities
  const scores = scoresSoFar(live)
  return (
    <>
      {scores.length > 0 && (
        <Card aria-label={t.scores}>
          <h2>{t.scores}</h2>
          <dl className={styles.scores}>
            {[...CRITICS, "overall"].flatMap((name) => {
              const found = scores.find((one) => one.name === name)
              if (!found) return []
              return (
                <div key={name}>
                  <dt>{names[name] ?? t.overall}</dt>
                  <dd>
                    {t.outOf(found.values.map((value) => value.toFixed(1)).join(" → "))}{" "}
                    {!found.isJudged && <span className={styles.quiet}>{t.notJudged}</span>}
                  </dd>
                </div>
              )
            })}
          </dl>
        </Card>
      )}
      <Card aria-label={t.findings}>
        <h2>{t.findings}</h2>
        {!live.findings.length && <p className={styles.quiet}>{t.none}</p>}
        <ul className={styles.findings}>
          {live.findings.map((one) => (
            <li key={`${one.seq} ${one.id}`}>
              <Row>
                <Badge tone={GRAVE[one.severity]}>{severities[one.severity]}</Badge>
                <span className={styles.quiet}>{one.place}</span>
              </Row>
              <p lang={live.lang}>{one.text}</p>
              {one.suggestion && (
                <p lang={live.lang} className={styles.quiet}>
                  {one.suggestion}
                </p>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
