import type { PageFacts as Facts, Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import tables from "../scores/scores.module.css"
import { checkWords } from "./words"

/** What was measured on the page, as far as it was. */
export function PageFacts({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const rows = useRows(result.page)
  if (!rows.length) return null
  return (
    <section>
      <h3>{t.page}</h3>
      {result.renderer && <p className={tables.quiet}>{t.renderer[result.renderer] ?? result.renderer}</p>}
      <table className={tables.table}>
        <tbody>
          {rows.map(([name, value], at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function useRows(page: Facts | null): [string, string][] {
  const t = useWords(checkWords)
  if (!page) return []
  const known = <T,>(value: T | null, said: (value: T) => string) => (value === null ? "" : said(value))
  const rows: [string, string][] = [
    [t.size, known(page.height || null, (height) => `${page.width} × ${height} px`)],
    [t.mobile, known(page.mobile_overflow, (pixels) => (pixels > 0 ? t.overflow(pixels) : t.fits))],
    [t.font, known(page.smallest_font, (size) => `${size} px`)],
    [t.chars, known(page.line_length, (count) => String(Math.round(count)))],
    [t.print, known(page.pages, t.pages)],
    [t.ats, known(page.ats_text, (share) => `${Math.round(share * 100)}%`)],
    [t.access, page.axe && !page.problems.length ? t.noProblem : ""],
    ...page.problems.map((one): [string, string] => [
      t.access,
      [one.text, one.rule, one.impact, t.elements(one.count)].filter(Boolean).join(" · "),
    ]),
  ]
  return rows.filter(([, value]) => value)
}
