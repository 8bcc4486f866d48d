import { useState } from "react"
import { useWords } from "@/i18n/words"
import { langOf } from "@/pauses/language"
import { Markdown } from "@/results/shared/Markdown"
import { Button } from "@/ui"
import type { Told } from "./blocks"
import styles from "./chat.module.css"
import { chatWords } from "./words"

/** Characters above which a text is cut short until somebody wants all of it. */
const LONG = 2400

/** The words of an answer. Long ones are folded, unless one has watched them come. */
export function Said({ told, isLive }: { told: Told; isLive: boolean }) {
  const t = useWords(chatWords)
  const [isOpen, setOpen] = useState(isLive)
  const isLong = told.words.length > LONG
  const isCut = isLong && !isOpen && !told.isLive
  return (
    <div className={styles.said}>
      <div className={isCut ? styles.cut : undefined} inert={isCut || undefined}>
        <Markdown text={told.words} lang={langOf(told.words)} level={3} />
      </div>
      {isLong && !told.isLive && (
        <Button small aria-expanded={!isCut} onClick={() => setOpen(isCut)}>
          {isCut ? t.all : t.less}
        </Button>
      )}
    </div>
  )
}
