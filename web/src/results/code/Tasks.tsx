import { useWords } from "@/i18n/words"
import { Badge, type Tone } from "@/ui"
import styles from "./code.module.css"
import { nameOf } from "./Phases"
import type { PhaseShown, Piece, Stage } from "./pieces"
import { codeWords } from "./words"

const TONES: Partial<Record<Stage, Tone>> = {
  ...({ working: "live", in_review: "live", mending: "live", accepting: "live" } as const),
  ...({ to_mend: "fair", conflict: "fair", person: "fair", done: "good", failed: "bad" } as const),
}

interface TasksProps {
  phases: readonly PhaseShown[]
  isGoing: boolean
  lang: string
}

/** The work in pieces, phase by phase; phases that are over are folded while others are at work. */
export function Tasks({ phases, isGoing, lang }: TasksProps) {
  const t = useWords(codeWords)
  const shown = phases.filter((one) => one.pieces.length)
  if (!shown.length) return null
  return (
    <section className={styles.part} aria-label={t.tasks}>
      <h2>{t.tasks}</h2>
      {shown.map((one) => {
        const done = one.pieces.filter((piece) => piece.stage === "done").length
        const isOver = done === one.pieces.length
        return (
          // A phase that is over is folded anew, and one that comes is open.
          <details key={`${one.id} ${isOver}`} open={!isOver && (isGoing || done < one.pieces.length)}>
            <summary>
              {nameOf(t, one.id)} <span className={styles.quiet}>{t.count(done, one.pieces.length)}</span>
            </summary>
            <ul className={styles.rows}>
              {one.pieces.map((piece) => (
                <Row key={piece.id} piece={piece} lang={lang} />
              ))}
            </ul>
          </details>
        )
      })}
    </section>
  )
}

function Row({ piece, lang }: { piece: Piece; lang: string }) {
  const t = useWords(codeWords)
  const isOpen = piece.stage !== "done"
  const said = [
    piece.agent,
    piece.reviews > 0 && t.reviews(piece.reviews),
    piece.attempts > 1 && t.attempt(piece.attempts),
  ].filter(Boolean)
  return (
    <li className={styles.task} data-stage={piece.stage}>
      <div className={styles.what}>
        <p lang={lang}>{piece.title}</p>
        {said.length > 0 && <p className={styles.quiet}>{said.join(" · ")}</p>}
        {isOpen && piece.files.length > 0 && <p className={styles.tool}>{piece.files.join(" ")}</p>}
        {isOpen && piece.why && <p className={styles.tool}>{piece.why}</p>}
      </div>
      <Badge tone={TONES[piece.stage] ?? "quiet"}>{t.stage[piece.stage]}</Badge>
    </li>
  )
}
