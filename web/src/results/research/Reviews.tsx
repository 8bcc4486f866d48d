import type { DraftReview, Result } from "@/api/types/research"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Badge, Meter } from "@/ui"
import { langOf } from "./place"
import styles from "./supervised.module.css"
import { researchWords } from "./words"

/** Each review of a draft: verdict, scores and what was wrong; and why there was no further one. */
export function Reviews({ result: { review, iterations } }: { result: Result }) {
  const t = useWords(researchWords)
  if (!review) return null
  return (
    <section>
      <h3>{t.reviews}</h3>
      <p lang={langOf(review.reason)}>{review.reason}</p>
      {iterations > 0 && <p className={styles.quiet}>{t.iterations(iterations)}</p>}
      {review.rounds?.map((one, n) => (
        <Round key={n} review={one} number={n + 1} best={n === review.best} />
      ))}
    </section>
  )
}

function Round({ review, number, best }: { review: DraftReview; number: number; best: boolean }) {
  const t = useWords(researchWords)
  const { number: figure } = useFormats()
  const scores: [string, number | null][] = [
    ...(["fact_check", "completeness", "logic", "format"] as const).map((one): [string, number | null] => [
      t.criteria[one],
      review.scores[one] ?? null,
    ]),
    [t.overall, review.overall_score],
  ]
  return (
    <div className={styles.round}>
      <h4>
        {t.round(number)} <Badge tone={review.approved ? "good" : "fair"}>{t.verdicts[review.verdict]}</Badge>{" "}
        {best && <Badge tone="live">{t.best}</Badge>}
      </h4>
      <dl className={styles.scores}>
        {scores.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value == null ? (
                t.notJudged
              ) : (
                <>
                  <Meter value={value} label={name} />
                  {figure(Math.round(value * 100) / 100)}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {review.feedback && <p lang={langOf(review.feedback)}>{review.feedback}</p>}
      {review.issues && review.issues.length > 0 && (
        <ul>
          {review.issues.map((one, n) => (
            <li key={n}>
              <Badge tone={one.severity === "high" ? "bad" : one.severity === "medium" ? "fair" : "quiet"}>
                {t.criteria[one.type]} · {t.severities[one.severity]}
              </Badge>{" "}
              <span lang={langOf(one.description)}>
                {one.description}
                {one.suggested_action && ` → ${one.suggested_action}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
