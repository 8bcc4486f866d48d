import { useState } from "react"
import { useWords } from "@/i18n/words"
import type { Block } from "./blocks"
import styles from "./edits.module.css"
import { Sides } from "./Sides"
import { editWords } from "./words"

/** Lines shown on each side of a change. */
const AROUND = 2

/** Lines that no edit touches: those next to a change, and the rest when it is wanted. */
export function SameLines({
  block,
  isFirst,
  isLast,
  lang,
}: {
  block: Block
  isFirst: boolean
  isLast: boolean
  lang: string
}) {
  const t = useWords(editWords)
  const [open, setOpen] = useState(false)
  const count = block.left.length
  const head = isFirst ? 0 : AROUND
  const tail = isLast ? 0 : AROUND
  const part = (from: number, to: number) =>
    to > from && (
      <Sides
        block={{ edits: [], left: block.left.slice(from, to), right: block.right.slice(from, to) }}
        decisions={{}}
        lang={lang}
      />
    )
  if (open || count <= head + tail + 1) return part(0, count)
  return (
    <>
      {part(0, head)}
      <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
        {t.same(count - head - tail)}
      </button>
      {part(count - tail, count)}
    </>
  )
}
