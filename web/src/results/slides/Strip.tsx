import { type KeyboardEvent, useEffect, useRef } from "react"
import { useWords } from "@/i18n/words"
import type { Shot } from "./shots"
import styles from "./stage.module.css"
import { step } from "./stepping"
import { deckWords } from "./words"

interface StripProps {
  shots: Shot[]
  /** Position of the slide that is shown, from 0. */
  at: number
  onShow: (at: number) => void
  /** Ids of slides that the newest version changed. */
  changed: ReadonlySet<string>
  /** How many problems the checks find on a slide, by its number. */
  problems: ReadonlyMap<number, number>
}

/** All slides in small. One of them takes the focus; arrows, Home and End go through them. */
export function Strip({ shots, at, onShow, changed, problems }: StripProps) {
  const t = useWords(deckWords)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const [row, thumb] = [list.current, list.current?.children[at]]
    if (!row || !(thumb instanceof HTMLElement)) return
    // Not scrollIntoView: it would move the page as well.
    row.scrollLeft = thumb.offsetLeft - (row.clientWidth - thumb.clientWidth) / 2
  }, [at, shots.length])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = step(event, at, shots.length)
    if (to === undefined) return
    event.preventDefault()
    onShow(to)
    list.current?.children[to]?.querySelector("button")?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label={t.slides} title={t.stripHint}>
      <ol ref={list} className={styles.strip}>
        {shots.map((shot, n) => (
          <li key={shot.id}>
            <button
              type="button"
              className={styles.thumb}
              aria-current={n === at || undefined}
              tabIndex={n === at ? 0 : -1}
              onClick={() => onShow(n)}
              onKeyDown={onKeyDown}
            >
              <Small shot={shot} />
              <span className={styles.thumbLine}>
                <span className={styles.thumbNumber}>{shot.number}</span>
                <span className="unseen">{shot.slide.title}</span>
                <Signs shot={shot} isChanged={changed.has(shot.id)} problems={problems.get(shot.number) ?? 0} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Small({ shot }: { shot: Shot }) {
  return shot.url ? (
    <img
      className={styles.thumbPicture}
      src={shot.url}
      alt=""
      width={160}
      height={90}
      loading="lazy"
      decoding="async"
    />
  ) : (
    <span className={styles.thumbWords}>{shot.slide.title}</span>
  )
}

function Signs({ shot, isChanged, problems }: { shot: Shot; isChanged: boolean; problems: number }) {
  const t = useWords(deckWords)
  return (
    <>
      {isChanged && <span className={styles.signLive}>{t.changed}</span>}
      {shot.slide.marks.length > 0 && <Sign tone={styles.signFair} mark="!" label={t.marked} />}
      {problems > 0 && <Sign tone={styles.signBad} mark={String(problems)} label={t.problemsHere(problems)} />}
    </>
  )
}

function Sign({ tone, mark, label }: { tone: string | undefined; mark: string; label: string }) {
  return (
    <span className={tone} title={label}>
      <span aria-hidden="true">{mark}</span>
      <span className="unseen">{label}</span>
    </span>
  )
}
