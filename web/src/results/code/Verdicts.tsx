import { useWords } from "@/i18n/words"
import type { EventOf } from "@/live/state"
import { Badge, type Tone } from "@/ui"
import styles from "./code.module.css"
import { codeWords } from "./words"

const TONES: Record<EventOf<"verdict">["verdict"], Tone> = {
  ...({ pass: "good", fail: "bad", no_verdict: "quiet", infra_failed: "fair" } as const),
}

/** What each reviewer and each check said last. */
export function Verdicts({ verdicts, lang }: { verdicts: readonly EventOf<"verdict">[]; lang: string }) {
  const t = useWords(codeWords)
  if (!verdicts.length) return null
  return (
    <section className={styles.part} aria-label={t.verdicts}>
      <h2>{t.verdicts}</h2>
      <ul className={styles.verdicts}>
        {verdicts.map((one) => (
          <li key={one.reviewer}>
            <span>{one.reviewer}</span> <Badge tone={TONES[one.verdict]}>{t.verdict[one.verdict]}</Badge>
            {one.text && (
              <span className={styles.quiet} lang={lang}>
                {one.text}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
