import type { Report, Result } from "@/api/types/research"
import type { EvidenceShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import Files from "../Files"
import type { ResultProps } from "../props"
import { Article } from "./Article"
import { countRulings, RULINGS } from "./filter"
import { Passage } from "./Passage"
import { type Reading, useReading } from "./reading"
import styles from "./report.module.css"
import { Above, Side } from "./Side"
import { countSupports } from "./support"
import { Toolbar } from "./Toolbar"
import { useRoom } from "./useRoom"
import { researchWords } from "./words"

interface Props extends ResultProps {
  result: Result
  evidence: EvidenceShown | undefined
}

/** The report, and beside it its contents or the passage that is open. */
export function ReportView({ run, live, result, evidence }: Props) {
  const t = useWords(researchWords)
  const report = result.document
  const reading = useReading(report, evidence?.claims)
  const [room, ref] = useRoom()
  const wide = room.at === "beside"
  const { opened } = reading
  const passage = opened && (
    <Passage report={report} reading={reading} opened={opened} evidence={evidence} room={room} />
  )
  const tools = (
    <>
      <Toolbar run={run} report={report} />
      {!wide && <Above report={report} reading={reading} />}
      <Filtered report={report} reading={reading} />
    </>
  )
  return (
    <div
      ref={ref}
      className={styles.whole}
      data-wide={wide || undefined}
      data-reading={(opened && room.at === "foot") || undefined}
    >
      <div className={styles.text}>
        <Article result={result} titled={run.title === report.title} reading={reading} live={live} tools={tools} />
        <details className={styles.files}>
          <summary>{t.files}</summary>
          <Files run={run} live={live} />
        </details>
      </div>
      {wide && <div className={styles.beside}>{passage ?? <Side report={report} reading={reading} />}</div>}
      {!wide && passage}
    </div>
  )
}

/** What a filter leaves, and the way back to all. */
function Filtered({ report, reading }: { report: Report; reading: Reading }) {
  const t = useWords(researchWords)
  const { filter } = reading
  const rulings = countRulings(report)
  const supports = countSupports(report, reading.claims)
  const allRulings = RULINGS.reduce((sum, one) => sum + (rulings.get(one) ?? 0), 0)
  const said =
    filter &&
    (filter.by === "ruling"
      ? t.only(t.rulingNames[filter.is], rulings.get(filter.is) ?? 0, allRulings)
      : t.only(t.supports[filter.is], supports.by.get(filter.is) ?? 0, supports.all))
  return (
    <div className={styles.filtered} role="status" data-empty={!said || undefined}>
      {said && (
        <>
          <span>{said}</span>
          <Button small onClick={() => reading.setFilter(undefined)}>
            {t.showAll}
          </Button>
        </>
      )}
    </div>
  )
}
