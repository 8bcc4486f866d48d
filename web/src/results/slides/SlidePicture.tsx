import { useWords } from "@/i18n/words"
import { altOf } from "./slideText"
import type { Shot } from "./shots"
import { SlideWords } from "./SlideWords"
import styles from "./stage.module.css"
import { deckWords } from "./words"

/** A slide as it looks; where nobody could draw it, its words, and that they are no picture. */
export function SlidePicture({ shot, lang, isLarge }: { shot: Shot; lang: string; isLarge?: boolean }) {
  const t = useWords(deckWords)
  if (shot.lacks === "coming") return <div className={styles.stage} />
  if (shot.lacks) return <SlideWords slide={shot.slide} lang={lang} why={shot.lacks} />
  return (
    <div className={isLarge ? styles.large : styles.stage}>
      {/* Its own key: what is seen while the next picture comes is no picture of another slide. */}
      <img
        key={shot.url}
        className={styles.picture}
        src={shot.url}
        alt={altOf(shot.slide, t.slide(shot.number))}
        lang={lang}
        width={1280}
        height={720}
      />
    </div>
  )
}
