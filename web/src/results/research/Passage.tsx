import { useEffect, useRef } from "react"
import { createPortal } from "react-dom"
import type { Report } from "@/api/types/research"
import type { EvidenceShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { type Opening, sourcesOf } from "./cited"
import styles from "./passage.module.css"
import { PassageSource } from "./PassageSource"
import { levelWith, showWords } from "./placing"
import { PANEL, type Reading } from "./reading"
import { SignBadge } from "./SignBadge"
import type { Room } from "./useRoom"
import { researchWords } from "./words"

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
    if (!panel) return
    if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true })
    const mark = document.getElementById(opened.id)
    mark?.scrollIntoView({ block: "nearest" })
    if (room.at === "over" && mark) levelWith(panel, mark)
    showWords(words.current)
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
          <PassageSource
            key={source.reference.number}
            source={source}
            report={report}
            evidence={evidence}
            words={n === 0 ? words : undefined}
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
