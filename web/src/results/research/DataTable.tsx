import type { Report, Result, Table } from "@/api/types/research"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { isMatrix, matrixOf } from "./matrix"
import type { Reading } from "./reading"
import { reportWords } from "./reportWords"
import { Prose } from "./Sentence"
import { cellsOf, plainCell } from "./sentences"
import styles from "./table.module.css"
import { researchWords } from "./words"

/** From so many letters on a cell is prose and wants room. */
const LONG = 24

interface Props {
  table: Table
  lang: Report["lang"]
  reading: Reading
  /** Cells of a comparison, whose scores stand with their words. */
  matrix?: NonNullable<Result["matrix"]>
}

/** A table of statements: it scrolls in itself, its headings stay; what is not known is said. */
export function DataTable({ table, lang, reading, matrix = [] }: Props) {
  const t = useWords(researchWords)
  const known = isMatrix(table, matrix) ? matrixOf(matrix) : undefined
  return (
    // A region that scrolls must be reached by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={t.table} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.corner ? <th scope="col">{table.corner}</th> : <td />}
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, n) => (
            <tr key={n}>
              <th scope="row">{row.heading}</th>
              {cellsOf(table, row).map((cell, column) => (
                <td
                  key={column}
                  data-unknown={!cell.sentences.length || undefined}
                  data-long={plainCell(cell).length > LONG || undefined}
                >
                  {cell.sentences.length ? (
                    <Prose sentences={cell.sentences} lang={lang} reading={reading} />
                  ) : (
                    <span className={styles.unknown}>{reportWords[lang].unknown}</span>
                  )}
                  <Score value={known?.(table.columns[column] ?? "", row.heading)?.score} lang={lang} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Score({ value, lang }: { value: number | null | undefined; lang: Report["lang"] }) {
  const { number } = useFormats()
  if (value == null) return null
  const percent = Math.min(100, Math.max(0, value * 20))
  return (
    <span className={styles.score} title={reportWords[lang].score(number(value))}>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span aria-hidden>{number(value)}</span>
      <span className="unseen">{reportWords[lang].score(number(value))}</span>
    </span>
  )
}
