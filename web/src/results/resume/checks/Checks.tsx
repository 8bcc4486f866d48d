import type { Result } from "@/api/types/resume"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import { isMeasuredOnly } from "../verdict/verdict"
import styles from "./checks.module.css"
import { Costs } from "./Costs"
import { PageFacts } from "./PageFacts"
import { checkWords } from "./words"

/** How the review came about: comparison, validation, what was masked and hidden, the page, the bill. */
export function Checks({ result }: { result: Result }) {
  return (
    <div className={styles.checks}>
      <Comparison result={result} />
      <Validation result={result} />
      <Masked result={result} />
      <Hidden result={result} />
      <PageFacts result={result} />
      <Costs result={result} />
    </div>
  )
}

function Comparison({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const comparison = result.comparison
  if (!comparison) return null
  return (
    <section>
      <h3>{t.comparison}</h3>
      <p>{t.comparedHow}</p>
      <ul>
        {comparison.looks.map((look) => (
          <li key={look.order}>
            {t.order[look.order]}
            {t.colon}
            <strong>{t.preferred[look.preferred]}</strong>{" "}
            <span className={styles.quiet}>{t.by(look.by === "rule" ? t.rules : look.by)}</span>
            {look.why && <p lang={result.lang}>{look.why}</p>}
          </li>
        ))}
      </ul>
      {comparison.same_vendor && <p className={styles.quiet}>{t.sameVendor}</p>}
    </section>
  )
}

function Validation({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const checked = result.validation
  if (!checked) return null
  const isSound = !checked.problems.some((one) => one.blocking)
  return (
    <section>
      <h3>{t.validation}</h3>
      <p>
        <Badge tone={isSound ? "good" : "bad"}>{isSound ? t.valid : t.invalid}</Badge> {t.checkedBy[checked.by]}{" "}
        {checked.ran.length > 0 && t.ran(checked.ran.join(t.comma))}
      </p>
      <ul>
        {checked.missing.map((one) => (
          <li key={one}>{one}</li>
        ))}
        {checked.problems.map((one) => (
          <li key={`${one.line} ${one.rule} ${one.text}`}>
            {t.problem(one.line, one.blocking)}
            {t.colon}
            {one.text} <code>{one.rule}</code>
          </li>
        ))}
      </ul>
      {result.retries && result.retries.length > 0 && (
        <>
          <h4>{t.retries}</h4>
          <ul>
            {result.retries.map((one) => (
              <li key={`${one.iteration} ${one.attempt}`}>
                {t.retry(one.iteration, one.attempt, one.ok)} {one.problems.join(t.comma)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Masked({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const format = useFormats()
  const counts = Object.entries(result.masked ?? {}).filter(([, count]) => count)
  const wasAsked = !!result.costs?.calls || result.feedback?.some((one) => one.verdict === "infra_failed")
  if (isMeasuredOnly(result) && !wasAsked) {
    return (
      <section>
        <h3>{t.masked}</h3>
        <p>{t.maskedNone}</p>
      </section>
    )
  }
  if (!counts.length) return null
  return (
    <section>
      <h3>{t.masked}</h3>
      <p>{counts.map(([kind, count]) => `${t.personal[kind] ?? kind} ${format.number(count)}`).join(t.comma)}</p>
    </section>
  )
}

function Hidden({ result }: { result: Result }) {
  const t = useWords(checkWords)
  if (!result.hidden?.length) return null
  return (
    <section>
      <h3>{t.hidden}</h3>
      <p className={styles.quiet}>{t.hiddenNote}</p>
      <ul>
        {result.hidden.map((one, at) => (
          <li key={at}>
            <q lang={result.lang}>{one.text}</q>{" "}
            <span className={styles.quiet}>
              {[t.places[one.where], ...(one.line ? [t.line(one.line)] : []), one.how].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
