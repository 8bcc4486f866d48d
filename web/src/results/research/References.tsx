import { useMemo } from "react"
import type { Reference, Report } from "@/api/types/research"
import { useWords } from "@/i18n/words"
import { outsideLink } from "@/results/shared/links"
import { type Opening, piecesOf, wordsByPassage } from "./cited"
import { langOf, placeIn, sourceLine } from "./place"
import type { Reading } from "./reading"
import styles from "./references.module.css"
import { reportWords } from "./reportWords"
import { sectionId } from "./sections"
import { researchWords } from "./words"

/** The sources, each with the passages that were used and the way back to where they are cited. */
export function References({ report, reading }: { report: Report; reading: Reading }) {
  const t = reportWords[report.lang]
  const words = useMemo(() => wordsByPassage(report), [report])
  return (
    <section>
      <h3 id={sectionId("references")}>{t.references}</h3>
      {report.references.length === 0 && <p>{t.nothing}</p>}
      <ol className={styles.references}>
        {report.references.map((one) => (
          <li key={one.number} id={`ref-${one.number}`} value={one.number}>
            <Title reference={one} />
            <p className={styles.place}>{sourceLine(one, report.lang)}</p>
            <BackLinks reference={one} report={report} reading={reading} />
            <details className={styles.used}>
              <summary>{t.cited(one.passages.length)}</summary>
              {one.passages.map((passage) => {
                const place = placeIn(passage, report.lang)
                return (
                  <figure key={passage.id}>
                    {place && <figcaption>{place}</figcaption>}
                    <blockquote lang={langOf(passage.text)}>
                      {piecesOf(passage, words.get(passage.id) ?? []).map((piece, n) =>
                        piece.cited ? <mark key={n}>{piece.text}</mark> : piece.text,
                      )}
                    </blockquote>
                  </figure>
                )
              })}
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Title({ reference }: { reference: Reference }) {
  const link = outsideLink(reference.uri)
  return (
    <p className={styles.title} lang={langOf(reference.title)}>
      {link ? (
        <>
          <a href={link} rel="noreferrer" target="_blank">
            {reference.title}
          </a>
          <span className={styles.address}>{link}</span>
        </>
      ) : (
        reference.title
      )}
    </p>
  )
}

const focusMark = (opening: Opening) => {
  const mark = document.getElementById(opening.id)
  mark?.scrollIntoView({ block: "center" })
  mark?.focus({ preventScroll: true })
}

function BackLinks({ reference, report, reading }: { reference: Reference; report: Report; reading: Reading }) {
  const t = useWords(researchWords)
  const openings = reading.cited.openings.filter((one) =>
    one.citations.some((citation) => citation.reference === reference.number),
  )
  if (!openings.length || reading.filter) return null
  return (
    <p className={styles.back}>
      {reportWords[report.lang].citedAt}
      {openings.map((one, n) => (
        <a
          key={one.id}
          href={`#${one.id}`}
          aria-label={t.backTo(one.statement)}
          title={one.statement}
          onClick={(event) => {
            event.preventDefault()
            focusMark(one)
          }}
        >
          ↑{n + 1}
        </a>
      ))}
    </p>
  )
}
