import { type ReactNode, useId } from "react"
import type { Noted, Report } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Card, Failed, Loading, Meter } from "@/ui"
import { useReport } from "./asking"
import styles from "./kb.module.css"
import { useNames } from "./naming"
import { reasonIn } from "./reasons"
import { kbWords } from "./words"

/** How good a base is: sizes, uniqueness, diversity, languages, what was not read. */
export function Quality({ name }: { name: string }) {
  const t = useWords(kbWords)
  const id = useId()
  const { data, error, mutate } = useReport(name)
  return (
    <Card aria-labelledby={id} className={styles.report}>
      <h2 id={id}>{t.report}</h2>
      {error ? <Failed error={error} again={() => void mutate()} /> : data ? <Measured report={data} /> : <Loading />}
    </Card>
  )
}

function Measured({ report }: { report: Report }) {
  const t = useWords(kbWords)
  const { number } = useFormats()
  const { language } = useNames()
  const sizes = Object.entries(report.sizes).map(([size, count]) => [named(t.lengthOf, size), count] as const)
  const languages = Object.entries(report.languages).map(([code, count]) => [language(code), count] as const)
  return (
    <>
      <Share label={t.uniqueness} about={t.uniquenessAbout} value={report.uniqueness}>
        {report.left_out > 0 && t.leftOut(number(report.left_out))}
      </Share>
      <Share label={t.diversity} about={t.diversityAbout} value={report.diversity} />
      <Share label={t.quality} about={t.qualityAbout} value={report.mean_score} />
      <Bars label={t.lengths} rows={sizes}>
        {t.characters(number(report.characters))}
        {report.passages > 1 && ` · ${t.median(number(report.median_size))}`}
      </Bars>
      <Bars label={t.languages} rows={languages} />
      <Told label={t.rejected} notes={report.rejected} />
      <Told label={t.doubtful} notes={report.problems} />
    </>
  )
}

function Share({
  label,
  about,
  value,
  children,
}: {
  label: string
  about: string
  value: number
  children?: ReactNode
}) {
  const percent = `${Math.round(value * 100)}%`
  return (
    <div className={styles.share}>
      <div className={styles.between}>
        <h3>{label}</h3>
        <span>{percent}</span>
      </div>
      <Meter value={value} label={label} />
      <p className={styles.tiny}>{about}</p>
      {children && <p className={styles.tiny}>{children}</p>}
    </div>
  )
}

function Bars({
  label,
  rows,
  children,
}: {
  label: string
  rows: readonly (readonly [string, number])[]
  children?: ReactNode
}) {
  const { number } = useFormats()
  const most = Math.max(1, ...rows.map(([, count]) => count))
  return (
    <div className={styles.share}>
      <h3>{label}</h3>
      <dl className={styles.bars}>
        {rows.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span aria-hidden className={styles.bar} style={{ width: `${(70 * count) / most}%` }} />
              {number(count)}
            </dd>
          </div>
        ))}
      </dl>
      {children && <p className={styles.tiny}>{children}</p>}
    </div>
  )
}

function Told({ label, notes }: { label: string; notes: readonly Noted[] }) {
  const { lang } = useLang()
  if (!notes.length) return null
  return (
    <div className={styles.share}>
      <h3>{label}</h3>
      <ul className={styles.told}>
        {notes.map((one) => (
          <li key={one.path}>
            <strong>{one.path.split("/").at(-1)}</strong> {reasonIn(lang, one.text)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The server names lengths in English; what is not known here stays as it says. */
function named(known: Record<string, string>, size: string): string {
  return known[size] ?? size
}
