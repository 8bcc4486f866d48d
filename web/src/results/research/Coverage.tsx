import type { Result } from "@/api/types/research"
import { Meter } from "@/ui"
import styles from "./report.module.css"
import { reportWords } from "./reportWords"

/** How much of a point was found, of those where something lacks. */
export function Coverage({ result }: { result: Result }) {
  const t = reportWords[result.document.lang]
  const points = result.coverage.filter((one) => !one.covered || one.coverage < 0.995)
  // A comparison has its gaps in the table itself.
  if (!points.length || result.matrix?.length) return null
  return (
    <>
      <h4>{t.coverage}</h4>
      <ul className={styles.coverage}>
        {points.map((one) => {
          const percent = Math.round(one.coverage * 100)
          return (
            <li key={one.point}>
              <span>{one.text}</span>
              <Meter value={one.coverage} label={t.words(percent)} />
              <span className={styles.aside}>
                {t.words(percent)}
                {one.missing && one.missing.length > 0 && ` · ${t.missing(one.missing.join(", "))}`}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
