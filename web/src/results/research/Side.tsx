import type { Report } from "@/api/types/research"
import { useWords } from "@/i18n/words"
import { countRulings, type Filter, RULING_SIGNS, RULINGS, sameFilter } from "./filter"
import type { Reading } from "./reading"
import { reportWords } from "./reportWords"
import { sections } from "./sections"
import styles from "./side.module.css"
import { countSupports, SIGNS, SUPPORTS } from "./support"
import { researchWords } from "./words"

/** How well the report is borne out, in numbers that filter, and its contents. */
export function Side({ report, reading }: Props) {
  return (
    <div className={styles.side}>
      <Legend report={report} reading={reading} />
      <Contents report={report} />
    </div>
  )
}

/** The same where there is no room beside the text: short, and the contents folded. */
export function Above({ report, reading }: Props) {
  const t = useWords(researchWords)
  return (
    <div className={styles.above}>
      <Legend report={report} reading={reading} />
      <details className={styles.fold}>
        <summary>{t.contents}</summary>
        <Contents report={report} />
      </details>
    </div>
  )
}

interface Props {
  report: Report
  reading: Reading
}

function Legend({ report, reading }: Props) {
  const t = useWords(researchWords)
  const { all, by } = countSupports(report, reading.claims)
  const rulings = countRulings(report)
  return (
    <>
      {rulings.size > 0 && (
        <fieldset className={styles.legend}>
          <legend>{t.rulings}</legend>
          {RULINGS.filter((one) => rulings.has(one)).map((one) => (
            <Choice
              key={one}
              filter={{ by: "ruling", is: one }}
              reading={reading}
              kind={`ruling-${one}`}
              sign={RULING_SIGNS[one]}
              word={t.rulingNames[one]}
              count={rulings.get(one) ?? 0}
            />
          ))}
        </fieldset>
      )}
      {all > 0 && (
        <fieldset className={styles.legend}>
          <legend>
            {t.support} · {t.statements(all)}
          </legend>
          {SUPPORTS.filter((one) => by.has(one)).map((one) => (
            <Choice
              key={one}
              filter={{ by: "support", is: one }}
              reading={reading}
              kind={one}
              sign={SIGNS[one]}
              word={t.supports[one]}
              meaning={t.supportsMeaning[one]}
              count={by.get(one) ?? 0}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

interface ChoiceProps {
  filter: Filter
  reading: Reading
  kind: string
  sign: string
  word: string
  meaning?: string
  count: number
}

/** A line of the legend; pressed, it leaves only what is of its kind. */
function Choice({ filter, reading, kind, sign, word, meaning, count }: ChoiceProps) {
  const pressed = sameFilter(reading.filter, filter)
  return (
    <button
      type="button"
      className={styles.choice}
      data-kind={kind}
      aria-pressed={pressed}
      onClick={() => reading.setFilter(pressed ? undefined : filter)}
    >
      <span className={styles.sign} aria-hidden>
        {sign}
      </span>
      <span>
        {word}
        {meaning && <span className={styles.meaning}>{meaning}</span>}
      </span>
      <span className={styles.count}>{count}</span>
    </button>
  )
}

function Contents({ report }: { report: Report }) {
  const t = useWords(researchWords)
  const names = reportWords[report.lang]
  return (
    <nav className={styles.contents} aria-label={t.contents} lang={report.lang}>
      <ul>
        {sections(report).map((one) => (
          <li key={one.id}>
            <a href={`#${one.id}`}>{names[one.name]}</a>
            {one.points.length > 1 && (
              <ol>
                {one.points.map((point) => (
                  <li key={point.id}>
                    <a href={`#${point.id}`}>{point.heading}</a>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
