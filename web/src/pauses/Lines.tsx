import { langOf } from "./language"
import styles from "./pauses.module.css"

/** What a team shows, line by line. */
export function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  if (lines.length === 1)
    return (
      <p className={styles.paper} lang={langOf(lines[0] ?? "")}>
        {lines[0]}
      </p>
    )
  return (
    <ol className={styles.list}>
      {lines.map((line, at) => (
        <li key={at} lang={langOf(line)}>
          {line}
        </li>
      ))}
    </ol>
  )
}
