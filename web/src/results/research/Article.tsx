import type { ReactNode } from "react"
import type { Report, Result } from "@/api/types/research"
import { useLang } from "@/i18n/lang"
import type { LiveRun } from "@/live/state"
import { Note } from "@/ui"
import { CheckedText } from "./CheckedText"
import { Coverage } from "./Coverage"
import { HowMade } from "./HowMade"
import { Points } from "./Points"
import type { Reading } from "./reading"
import { References } from "./References"
import styles from "./report.module.css"
import { reportWords } from "./reportWords"
import { sectionId } from "./sections"
import { Prose, Sentence } from "./Sentence"
import { Subtasks } from "./Subtasks"
import { Supervised } from "./Supervised"

interface Props {
  result: Result
  reading: Reading
  live: LiveRun
  /** The page has this title as its heading already. */
  titled: boolean
  /** What can be done with the report; it stands below its title, in the language of the pages. */
  tools: ReactNode
}

/** The report itself, in its own language throughout. */
export function Article({ result, reading, live, titled, tools }: Props) {
  const report = result.document
  const t = reportWords[report.lang]
  const { lang } = useLang()
  const { sieve } = reading
  const summary = sieve.sentences(report.summary)
  const findings = sieve.sentences(report.key_findings)
  return (
    <article className={styles.article} lang={report.lang}>
      <Header report={report} titled={titled} />
      <div className={styles.tools} lang={lang}>
        {tools}
      </div>
      {result.rulings && result.rulings.length > 0 && !reading.filter && <CheckedText result={result} />}
      {summary.length > 0 && (
        <section>
          <h3 id={sectionId("summary")}>{t.summary}</h3>
          <p className={styles.lead}>
            <Prose sentences={summary} lang={report.lang} reading={reading} />
          </p>
        </section>
      )}
      {(!reading.filter || findings.length > 0) && (
        <section>
          <h3 id={sectionId("findings")}>{t.findings}</h3>
          {findings.length === 0 && <p>{t.nothing}</p>}
          <ol className={styles.findings}>
            {findings.map((one, n) => (
              <li key={n}>
                <Sentence sentence={one} lang={report.lang} reading={reading} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <Points result={result} reading={reading} />
      <Disagreements report={report} reading={reading} />
      {!reading.filter && (
        <>
          <NotCovered result={result} />
          <Subtasks result={result} live={live} />
          <Supervised result={result} />
        </>
      )}
      <References report={report} reading={reading} />
      <HowMade report={report} />
    </article>
  )
}

function Header({ report, titled }: { report: Report; titled: boolean }) {
  return (
    <header className={styles.header}>
      <h2 className={titled ? styles.onPaper : undefined}>{report.title}</h2>
      {report.question !== report.title && <p className={styles.question}>{report.question}</p>}
      <p className={styles.made}>{[report.date, report.made_by].filter(Boolean).join(" · ")}</p>
      {report.banner.length > 0 && (
        <Note>
          {report.banner.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Note>
      )}
    </header>
  )
}

function Disagreements({ report, reading }: { report: Report; reading: Reading }) {
  const t = reportWords[report.lang]
  const shown = report.disagreements.filter((one) => reading.sieve.sentences(one.sides).length > 0)
  if (!shown.length) return null
  return (
    <section>
      <h3 id={sectionId("disagreements")}>{t.disagreements}</h3>
      {shown.map((one, n) => (
        <div key={n} className={styles.disagreement}>
          {one.about && <h4>{one.about}</h4>}
          <ul>
            {one.sides.map((side, at) => (
              <li key={at}>
                <Sentence sentence={side} lang={report.lang} reading={reading} />
              </li>
            ))}
          </ul>
          {one.note && <p className={styles.aside}>{one.note}</p>}
        </div>
      ))}
    </section>
  )
}

function NotCovered({ result }: { result: Result }) {
  const { lang, not_covered: lines } = result.document
  const t = reportWords[lang]
  return (
    <section>
      <h3 id={sectionId("notCovered")}>{t.notCovered}</h3>
      {lines.length === 0 && <p>{t.nothing}</p>}
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Coverage result={result} />
    </section>
  )
}
