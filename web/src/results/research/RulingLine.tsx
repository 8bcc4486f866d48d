import type { Report, Ruling } from "@/api/types/research"
import { Badge, type Tone } from "@/ui"
import { RULING_SIGNS, type RulingKind } from "./filter"
import styles from "./report.module.css"
import { reportWords } from "./reportWords"

const TONES: Record<RulingKind, Tone> = { supported: "good", refuted: "bad", disputed: "fair", not_enough: "quiet" }

/** What a fact-check says of a claim: sign, colour and words, and how sure it is. */
export function RulingLine({ ruling, lang }: { ruling: Ruling; lang: Report["lang"] }) {
  const t = reportWords[lang]
  const sure = ruling.confidence == null ? "" : t.confidence(Math.round(ruling.confidence * 100))
  return (
    <p className={styles.ruling}>
      <Badge tone={TONES[ruling.ruling]}>
        <span aria-hidden>{RULING_SIGNS[ruling.ruling]}</span>
        {t.rulings[ruling.ruling]}
      </Badge>
      <span className={styles.aside}>{[sure, ruling.note].filter(Boolean).join(" · ")}</span>
    </p>
  )
}
