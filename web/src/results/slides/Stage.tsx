import { type KeyboardEvent, useState } from "react"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { Show } from "./Show"
import type { Shot } from "./shots"
import { SlidePicture } from "./SlidePicture"
import styles from "./stage.module.css"
import { step } from "./stepping"
import { deckWords } from "./words"

interface StageProps {
  shots: Shot[]
  at: number
  onShow: (at: number) => void
  lang: string
}

/** The slide that is looked at, the way to the others, and to all of them in full screen. */
export function Stage({ shots, at, onShow, lang }: StageProps) {
  const t = useWords(deckWords)
  const [isFull, setFull] = useState(false)
  const shot = shots[at]
  if (!shot) return null
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.key.startsWith("Arrow") ? step(event, at, shots.length) : undefined
    if (to === undefined || event.key === "ArrowUp" || event.key === "ArrowDown") return
    event.preventDefault()
    onShow(to)
  }
  return (
    <div>
      <SlidePicture shot={shot} lang={lang} />
      <div className={styles.controls}>
        <Button
          small
          look="plain"
          aria-label={t.before}
          disabled={at === 0}
          onClick={() => onShow(at - 1)}
          onKeyDown={onKeyDown}
        >
          <Arrow to="left" />
        </Button>
        <p className={styles.counter} aria-live="polite">
          {t.place(at + 1, shots.length)}
          <span className="unseen">: {shot.slide.title}</span>
        </p>
        <Button
          small
          look="plain"
          aria-label={t.next}
          disabled={at === shots.length - 1}
          onClick={() => onShow(at + 1)}
          onKeyDown={onKeyDown}
        >
          <Arrow to="right" />
        </Button>
        <Button small className={styles.full} onClick={() => setFull(true)}>
          {t.full}
        </Button>
      </div>
      {isFull && <Show shots={shots} at={at} onShow={onShow} onClose={() => setFull(false)} lang={lang} />}
    </div>
  )
}

/** An arrow that needs no font. */
export function Arrow({ to }: { to: "left" | "right" }) {
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path
        d={to === "left" ? "M11.5 3.5 6 9l5.5 5.5" : "M6.5 3.5 12 9l-5.5 5.5"}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
