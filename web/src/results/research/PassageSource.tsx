import type { RefObject } from "react"
import type { Report } from "@/api/types/research"
import type { EvidenceShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { outsideLink } from "@/results/shared/links"
import type { ShownPassage, ShownSource } from "./cited"
import { Copy } from "./Copy"
import { quotation } from "./copying"
import styles from "./passage.module.css"
import { langOf, placeIn, sourceLine } from "./place"
import { researchWords } from "./words"

interface SourceProps {
  source: ShownSource
  report: Report
  evidence: EvidenceShown | undefined
  words: RefObject<HTMLElement | null> | undefined
}

/** A source in the panel: where it is from, and its exact words. */
export function PassageSource({ source: { reference, passages }, report, evidence, words }: SourceProps) {
  const t = useWords(researchWords)
  const link = outsideLink(reference.uri)
  const [first, ...others] = passages
  // The place of a single passage stays in sight with its source.
  const only = first && !others.length ? placeIn(first.passage, report.lang) : ""
  return (
    <section className={styles.source}>
      <div className={styles.head}>
        <p className={styles.title} lang={langOf(reference.title)}>
          <span className={styles.number}>{reference.number}</span>
          {link ? (
            <a href={link} rel="noreferrer" target="_blank">
              {reference.title}
            </a>
          ) : (
            reference.title
          )}
        </p>
        <p className={styles.place}>{sourceLine(reference, report.lang)}</p>
        {link && <p className={styles.place}>{link}</p>}
        {only && (
          <p className={styles.place} lang={langOf(only)}>
            {only}
          </p>
        )}
      </div>
      {passages.map((one, n) => (
        <Words
          key={one.passage.id + n}
          shown={one}
          report={report}
          evidence={evidence}
          mark={n ? undefined : words}
          named={!only}
        />
      ))}
      <div className={styles.doing}>
        {first && (
          <Copy
            label={t.copyQuote}
            text={() =>
              passages.map((one) => quotation(report, reference.number, one.words, one.passage.id)).join("\n\n")
            }
          />
        )}
        <a href={`#ref-${reference.number}`}>{t.inList}</a>
      </div>
    </section>
  )
}

interface WordsProps {
  shown: ShownPassage
  report: Report
  evidence: EvidenceShown | undefined
  mark: RefObject<HTMLElement | null> | undefined
  /** Whether its place is to be said. */
  named: boolean
}

function Words({ shown: { passage, before, words, after }, report, evidence, mark, named }: WordsProps) {
  const t = useWords(researchWords)
  const stored = evidence?.passages.find((one) => one.id === passage.id)
  const place = placeIn(passage, report.lang)
  return (
    <figure className={styles.passage}>
      {named && place && <figcaption lang={langOf(place)}>{place}</figcaption>}
      <blockquote lang={langOf(passage.text)}>
        {before}
        <mark ref={mark}>{words}</mark>
        {after}
      </blockquote>
      {stored?.told_by && <p className={styles.warning}>{t.toldBy(stored.told_by)}</p>}
      {stored?.snippet_by && <p className={styles.warning}>{t.snippetBy(stored.snippet_by)}</p>}
    </figure>
  )
}
