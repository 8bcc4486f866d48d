import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import type { Shot } from "./shots"
import styles from "./show.module.css"
import { SlidePicture } from "./SlidePicture"
import { Arrow } from "./Stage"
import { step } from "./stepping"
import { deckWords } from "./words"

interface ShowProps {
  shots: Shot[]
  at: number
  onShow: (at: number) => void
  onClose: () => void
  lang: string
}

/** For a pointer only: keys and the buttons below do the same, so these never take the focus. */
const BESIDE = {
  ...{ tabIndex: -1, "aria-hidden": true },
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
}

/** The deck as large as the screen is. Keys as in a slide show; Escape ends it, and the focus goes back. */
export function Show({ shots, at, onShow, onClose, lang }: ShowProps) {
  const t = useWords(deckWords)
  const [withNotes, setNotes] = useState(false)
  const screen = useScreen(onClose)
  const shot = shots[at]
  if (!shot) return null
  const go = (to: number) => onShow(Math.max(0, Math.min(shots.length - 1, to)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "n") setNotes((shown) => !shown)
    const onButton = event.target instanceof HTMLButtonElement
    const to = event.key === " " && !onButton ? Math.min(shots.length - 1, at + 1) : step(event, at, shots.length)
    if (to === undefined) return
    event.preventDefault()
    onShow(to)
  }
  return (
    <dialog ref={screen} className={styles.show} aria-label={t.slides} onKeyDown={onKeyDown}>
      <div className={styles.stage}>
        <SlidePicture shot={shot} lang={lang} isLarge />
        <button type="button" className={styles.left} {...BESIDE} onClick={() => go(at - 1)} />
        <button type="button" className={styles.right} {...BESIDE} onClick={() => go(at + 1)} />
      </div>
      {withNotes && (
        <p className={styles.notes} lang={lang}>
          {shot.slide.notes || t.noNotes}
        </p>
      )}
      <div className={styles.bar}>
        <Button small look="plain" aria-label={t.before} disabled={at === 0} onClick={() => go(at - 1)}>
          <Arrow to="left" />
        </Button>
        <p aria-live="polite">
          {t.place(at + 1, shots.length)}
          <span className="unseen">: {shot.slide.title}</span>
        </p>
        <Button small look="plain" aria-label={t.next} disabled={at === shots.length - 1} onClick={() => go(at + 1)}>
          <Arrow to="right" />
        </Button>
        <span className={styles.space} />
        <Button small look="plain" aria-pressed={withNotes} onClick={() => setNotes(!withNotes)}>
          {t.showNotes}
        </Button>
        <Button small look="plain" data-first onClick={() => screen.current?.close()}>
          {t.leaveFull}
        </Button>
      </div>
    </dialog>
  )
}

/** A dialog over all of the screen, where the browser lets it; leaving either ends both. */
function useScreen(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // The event comes late: it may find the dialog open again.
    const ended = () => !dialog.open && close.current()
    // Closing gives the focus back to what opened it; taking the dialog away does not.
    const left = () => !document.fullscreenElement && dialog.close()
    dialog.showModal()
    dialog.querySelector<HTMLElement>("[data-first]")?.focus()
    dialog.addEventListener("close", ended)
    dialog.addEventListener("fullscreenchange", left)
    // Refused where there is no such thing: the dialog fills the window then.
    dialog.requestFullscreen?.().catch(() => undefined)
    return () => {
      dialog.removeEventListener("close", ended)
      dialog.removeEventListener("fullscreenchange", left)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      dialog.close()
    }
  }, [])
  return ref
}
