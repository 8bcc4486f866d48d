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
import { Side } from "./Side"
import { countSupports } from "./support"
import { Toolbar } from "./Toolbar"
import { useWide } from "./useWide"
import { researchWords } from "./words"

/** From here on the passage has its place beside the text. */
const WIDE = 860

interface Props extends ResultProps {
  result: Result
  evidence: EvidenceShown | undefined
}

/** The report, and beside it its contents or the passage that is open. */
export function ReportView({ run, live, result, evidence }: Props) {
  const t = useWords(researchWords)
  const report = result.document
  const reading = useReading(report, evidence?.claims)
  const [wide, ref] = useWide(WIDE)
  const { opened } = reading
  const passage = opened && (
    <Passage report={report} reading={reading} opened={opened} evidence={evidence} wide={wide} />
  )
  const tools = (
    <>
      <Toolbar run={run} report={report} />
      {!wide && (
        <details className={styles.fold}>
          <summary>
            {t.contents} · {t.support}
          </summary>
          <Side result={result} reading={reading} />
        </details>
      )}
      <Filtered report={report} reading={reading} />
    </>
  )
  return (
    <div ref={ref} className={styles.whole} data-wide={wide || undefined} data-reading={(opened && !wide) || undefined}>
      <div className={styles.text}>
        <Article result={result} reading={reading} live={live} tools={tools} />
        <details className={styles.files}>
          <summary>{t.files}</summary>
          <Files run={run} live={live} />
        </details>
      </div>
      {wide && <div className={styles.beside}>{passage ?? <Side result={result} reading={reading} />}</div>}
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
