import { useWords } from "@/i18n/words"
import type { Block, Line } from "./blocks"
import styles from "./edits.module.css"
import type { Decisions } from "./model"
import { editWords } from "./words"

/** Lines before and after, side by side; one below the other where there is no room. */
export function Sides({ block, decisions, lang }: { block: Block; decisions: Decisions; lang: string }) {
  const t = useWords(editWords)
  const rows = Math.max(block.left.length, block.right.length, 1)
  return (
    <div className={styles.sides}>
      {Array.from({ length: rows }, (_, at) => {
        const [left, right] = [block.left[at], block.right[at]]
        const isSame = !!left && !!right && textOf(left) === textOf(right)
        return (
          <div key={at} className={styles.pair} data-same={isSame || undefined} lang={lang}>
            <Side line={left} label={t.original} decisions={decisions} empty={!block.left.length ? t.insert : ""} />
            <Side
              line={right}
              label={t.revised}
              decisions={decisions}
              empty={!block.right.length ? t.taken : ""}
              isRight
            />
          </div>
        )
      })}
    </div>
  )
}

const textOf = (line: Line) => line.pieces.map((piece) => piece.text).join("")

interface SideProps {
  line: Line | undefined
  label: string
  decisions: Decisions
  empty: string
  isRight?: boolean
}

function Side({ line, label, decisions, empty, isRight }: SideProps) {
  return (
    <div className={isRight ? styles.right : styles.left} data-none={(!line && !empty) || undefined}>
      <span className="unseen">{label}: </span>
      <span className={styles.number} aria-hidden>
        {line?.number}
      </span>
      <span className={styles.words}>
        {line?.pieces.map((piece, at) => {
          if (!piece.mark) return piece.text
          const Mark = piece.mark === "old" ? "del" : "ins"
          return (
            <Mark key={at} data-open={!decisions[piece.edit ?? ""]?.choice || undefined}>
              {piece.text}
            </Mark>
          )
        })}
        {!line && empty && <em>{empty}</em>}
      </span>
    </div>
  )
}
