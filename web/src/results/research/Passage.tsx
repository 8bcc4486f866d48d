import { useEffect, useRef } from "react"
import { createPortal } from "react-dom"
import type { Report } from "@/api/types/research"
import type { EvidenceShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { outsideLink } from "@/results/shared/links"
import { Button } from "@/ui"
import { type Opening, type ShownPassage, type ShownSource, sourcesOf } from "./cited"
import { Copy } from "./Copy"
import { quotation } from "./copying"
import styles from "./passage.module.css"
import { langOf, placeIn, sourceLine } from "./place"
import { PANEL, type Reading } from "./reading"
import { SignBadge } from "./SignBadge"
import type { Room } from "./useRoom"
import { researchWords } from "./words"

/** Pixels between the panel and the window's edge, and from its top to what is level with the mark. */
const EDGE = 16
const LEVEL = 150

interface Props {
  report: Report
  reading: Reading
  opened: Opening
  evidence: EvidenceShown | undefined
  room: Room
}

/** The passages behind a mark: exact words, where they stand, what the check said. */
export function Passage({ report, reading, opened, evidence, room }: Props) {
  const t = useWords(researchWords)
  const ref = useRef<HTMLElement>(null)
  const words = useRef<HTMLElement>(null)
  useEffect(() => {
    const panel = ref.current
    if (panel && !panel.contains(document.activeElement)) panel.focus({ preventScroll: true })
    const mark = document.getElementById(opened.id)
    mark?.scrollIntoView({ block: "nearest" })
    // Level with the mark, as far as the window allows it.
    if (panel && room.at === "over" && mark) {
      const lowest = Math.max(EDGE, window.innerHeight - panel.offsetHeight - EDGE)
      panel.style.insetBlockStart = `${Math.min(lowest, Math.max(EDGE, mark.getBoundingClientRect().top - LEVEL))}px`
    }
    const body = words.current?.closest("[data-body]")
    if (!body || !words.current) return
    const { offsetTop: top, offsetHeight: height } = words.current
    // Only as far as the words need it: where a passage begins says something too.
    body.scrollTop = top + Math.min(height, body.clientHeight / 2) > body.clientHeight ? top - body.clientHeight / 3 : 0
  }, [opened.id, room.at])
  const sources = sourcesOf(report, opened.citations)
  const all = reading.cited.openings.length
  const panel = (
    <aside
      id={PANEL}
      ref={ref}
      tabIndex={-1}
      className={styles[room.at]}
      style={room.at === "over" ? { left: room.left, width: room.width } : undefined}
      aria-label={t.passage}
    >
      <div className={styles.bar}>
        <span className={styles.count} aria-live="polite">
          {reading.number > 0 && t.place(reading.number, all)}
        </span>
        <Button
          small
          look="plain"
          aria-label={t.previous}
          onClick={() => reading.step(-1)}
          disabled={reading.number <= 1}
        >
          ←
        </Button>
        <Button
          small
          look="plain"
          aria-label={t.next}
          onClick={() => reading.step(1)}
          disabled={!reading.number || reading.number >= all}
        >
          →
        </Button>
        <Button small look="plain" aria-label={t.close} onClick={reading.close}>
          ×
        </Button>
      </div>
      <div className={styles.body} data-body>
        <Checked opened={opened} evidence={evidence} />
        {sources.length === 0 && <p>{t.lost}</p>}
        {sources.map((source, n) => (
          <Source
            key={source.reference.number}
            source={source}
            report={report}
            evidence={evidence}
            first={n === 0 ? words : undefined}
          />
        ))}
      </div>
    </aside>
  )
  return room.at === "beside" ? panel : createPortal(panel, document.body)
}

/** What was found out about the statement, and by whom. */
function Checked({ opened, evidence }: { opened: Opening; evidence: EvidenceShown | undefined }) {
  const t = useWords(researchWords)
  const claim = evidence?.claims.find((one) => one.id === opened.claimId)
  return (
    <div className={styles.checked}>
      {opened.supports.map((one) => (
        <SignBadge key={one} support={one} />
      ))}
      {claim?.by && <span>{t.checkedBy(claim.by)}</span>}
      {claim?.reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  )
}

interface SourceProps {
  source: ShownSource
  report: Report
  evidence: EvidenceShown | undefined
  first: React.RefObject<HTMLElement | null> | undefined
}

function Source({ source: { reference, passages }, report, evidence, first }: SourceProps) {
  const t = useWords(researchWords)
  const link = outsideLink(reference.uri)
  return (
    <section className={styles.source}>
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
      {passages.map((one, n) => (
        <Words key={one.passage.id + n} shown={one} report={report} evidence={evidence} first={n ? undefined : first} />
      ))}
      <div className={styles.doing}>
        {passages[0] && (
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
  first: React.RefObject<HTMLElement | null> | undefined
}

function Words({ shown: { passage, before, words, after }, report, evidence, first }: WordsProps) {
  const t = useWords(researchWords)
  const stored = evidence?.passages.find((one) => one.id === passage.id)
  const place = placeIn(passage, report.lang)
  return (
    <figure className={styles.passage}>
      {place && <figcaption lang={langOf(place)}>{place}</figcaption>}
      <blockquote lang={langOf(passage.text)}>
        {before}
        <mark ref={first}>{words}</mark>
        {after}
      </blockquote>
      {stored?.told_by && <p className={styles.warning}>{t.toldBy(stored.told_by)}</p>}
      {stored?.snippet_by && <p className={styles.warning}>{t.snippetBy(stored.snippet_by)}</p>}
    </figure>
  )
}
