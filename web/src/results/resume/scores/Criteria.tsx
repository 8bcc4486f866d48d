import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import { CRITICS, criticWords } from "../critics"
import { Wide } from "../Wide"
import { feedbackOf } from "./critics"
import styles from "./scores.module.css"
import { scoreWords } from "./words"

/** Every criterion of every critic: its value, whether it was judged or measured, and what it rests on. */
export function Criteria({ result }: { result: Result }) {
  const t = useWords(scoreWords)
  const names = useWords(criticWords)
  const found = CRITICS.flatMap((critic) => {
    const now = feedbackOf(result, critic, result.best)
    return now?.criteria.length ? [{ critic, now }] : []
  })
  if (!found.length) return null
  return (
    <section className={styles.detail}>
      <h3>{t.detail}</h3>
      {found.map(({ critic, now }) => (
        <details key={critic}>
          <summary>{names[critic]}</summary>
          <Wide label={names[critic] ?? critic}>
            <table className={`${styles.table} ${styles.many}`}>
              <thead>
                <tr>
                  {[t.criterion, t.value, t.how, t.note].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody lang={result.lang}>
                {now.criteria.map((one) => (
                  <tr key={one.id}>
                    <th scope="row">{one.name}</th>
                    <td className={styles.figures}>{one.score ?? "–"}</td>
                    <td>{one.by === "nobody" ? "–" : <Badge>{t.hows[one.by]}</Badge>}</td>
                    <td>
                      {one.note}
                      {one.looks.length > 0 && ` · ${t.eachLook(one.looks.join(t.comma))}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        </details>
      ))}
    </section>
  )
}
