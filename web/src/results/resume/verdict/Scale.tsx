import { useWords } from "@/i18n/words"
import { scoreText } from "./verdict"
import styles from "./verdict.module.css"
import { verdictWords } from "./words"

const at = (value: number) => `${Math.min(10, Math.max(0, value)) * 10}%`

/** Where a score with its spread stands between 0 and 10, and where the threshold is. */
export function Scale(props: { value: number; low: number; high: number; threshold: number }) {
  const t = useWords(verdictWords)
  const { value, low, high, threshold } = props
  const text = (one: number) => scoreText(one, threshold)
  return (
    <div
      className={styles.scale}
      role="img"
      aria-label={t.scale(text(value), text(low), text(high), String(threshold))}
    >
      <span className={styles.band} style={{ left: at(low), width: `${(high - low) * 10}%` }} />
      <span className={styles.bar} style={{ left: at(threshold) }} />
      <span className={styles.dot} style={{ left: at(value) }} />
    </div>
  )
}
