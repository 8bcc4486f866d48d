import { type ReactNode, useMemo } from "react"
import type { Chart, Table } from "@/api/types/slides"
import { useLang } from "@/i18n/lang"
import { cell } from "./slideText"
import styles from "./words.module.css"

/** The numbers of a chart as a table. */
export function ChartValues({ chart }: { chart: Chart }) {
  const { lang } = useLang()
  const format = useMemo(() => new Intl.NumberFormat(lang, { maximumSignificantDigits: 6 }), [lang])
  return (
    <Scroll label={chart.title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{chart.unit && `(${chart.unit})`}</th>
            {chart.series.map((one, of) => (
              <th key={of} scope="col" className={styles.number}>
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.categories.map((category, n) => (
            <tr key={n}>
              <th scope="row">{category}</th>
              {chart.series.map((one, of) => (
                <td key={of} className={styles.number}>
                  {cell(one.values[n], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** A table as it stands on a slide. */
export function TableValues({ table }: { table: Table }) {
  const side = (n: number) => (table.numeric[n] ? styles.number : undefined)
  return (
    <Scroll label={table.title}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.columns.map((name, n) => (
              <th key={n} scope="col" className={side(n)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, n) => (
            <tr key={n}>
              {row.map((text, at) => (
                <td key={at} className={side(at)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** What may be wider than its place: it scrolls in itself. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // What scrolls must be reached by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
