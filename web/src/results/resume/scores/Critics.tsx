import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import { criticWords } from "../critics"
import { Wide } from "../Wide"
import { isMeasuredOnly, scoreText } from "../verdict/verdict"
import { type CriticRow, criticRows, leftOut } from "./critics"
import styles from "./scores.module.css"
import { scoreWords } from "./words"

const NONE = "–"

/** The critics as a table: what the radar shows, who judged, and what counts. */
export function Critics({ result }: { result: Result }) {
  const t = useWords(scoreWords)
  const names = useWords(criticWords)
  const rows = criticRows(result)
  const isGrade = !isMeasuredOnly(result)
  const { without, uncounted } = leftOut(result)
  const named = (list: readonly string[]) => list.map((one) => names[one] ?? one).join(t.comma)
  if (!rows.length) return null
  const heads = isGrade
    ? [...(result.best === 1 ? [] : [t.original]), t.score, t.weight, t.criteria, t.floor, t.judgedBy, t.dropped]
    : [t.measured, t.criteria]
  return (
    <>
      <Wide label={t.critics}>
        <table className={`${styles.table} ${isGrade ? styles.many : ""}`}>
          <caption>{t.critics}</caption>
          <thead>
            <tr>
              <th scope="col">{t.critic}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.critic}>
                <th scope="row">{names[row.critic]}</th>
                {isGrade ? <Grades row={row} hasBefore={result.best !== 1} /> : <Measures row={row} />}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <div className={styles.quiet}>
        {isGrade && without.length > 0 && <p>{t.shared(named(without))}</p>}
        {isGrade && uncounted.length > 0 && <p>{t.uncounted(named(uncounted))}</p>}
        {rows.some((row) => row.dropped > 0) && <p>{t.droppedNote}</p>}
      </div>
    </>
  )
}

const shown = (value: number | null | undefined) => (value == null ? NONE : scoreText(value, 6))

function Grades({ row, hasBefore }: { row: CriticRow; hasBefore: boolean }) {
  const t = useWords(scoreWords)
  const { now } = row
  const judge = row.score === null ? t.nobody : now.by === "rule" || now.verdict === "no_verdict" ? t.rules : now.by
  return (
    <>
      {hasBefore && <td className={styles.figures}>{shown(row.before)}</td>}
      <td className={styles.figures}>
        <strong>{shown(row.score)}</strong>
      </td>
      <td className={styles.figures}>{row.weight === undefined ? NONE : `${Math.round(row.weight * 1000) / 10}%`}</td>
      <td>{t.looked(row.judged, row.measured, now.criteria.length)}</td>
      <td>{row.isShort === undefined ? NONE : row.isShort ? <Badge tone="bad">{t.floorShort}</Badge> : t.floorKept}</td>
      <td className={styles.by}>{now.verdict === "infra_failed" ? t.failed : judge}</td>
      <td className={styles.figures}>{row.dropped || NONE}</td>
    </>
  )
}

function Measures({ row }: { row: CriticRow }) {
  const t = useWords(scoreWords)
  return (
    <>
      <td className={styles.figures}>{shown(row.score)}</td>
      <td>{t.looked(row.judged, row.measured, row.now.criteria.length)}</td>
    </>
  )
}
