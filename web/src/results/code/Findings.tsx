import { useWords } from "@/i18n/words"
import { Badge, type Tone } from "@/ui"
import styles from "./code.module.css"
import type { FindingShown } from "./CodeResult"
import { codeWords } from "./words"

const TONES: Record<FindingShown["severity"], Tone> = { critical: "bad", major: "fair", minor: "quiet" }

/** What reviews found and nothing tells to be mended; `found`: how many they found in all. */
export function Findings({ open, found, lang }: { open: readonly FindingShown[]; found: number; lang: string }) {
  const t = useWords(codeWords)
  if (!open.length && !found) return null
  const title = t.findings(open.filter((one) => one.state === "open").length)
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {open.length ? (
        <ul className={styles.rows}>
          {open.map((one) => (
            <li key={one.id} className={styles.finding}>
              <p>
                <Badge tone={TONES[one.severity]}>{t.severity[one.severity]}</Badge>{" "}
                {one.state === "advice" && <span className={styles.quiet}>{t.advice} </span>}
                <code>{one.place}</code>
              </p>
              <p lang={lang}>{one.text}</p>
              {one.suggestion && (
                <p className={styles.quiet}>
                  {t.suggestion}: <span lang={lang}>{one.suggestion}</span>
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.quiet}>{t.noneOpen(found)}</p>
      )}
    </section>
  )
}
