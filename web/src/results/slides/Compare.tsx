import type { Version } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { Badge, Loading } from "@/ui"
import { editWords } from "./editWords"
import { type Change, changesBetween, hasDrawn, type Shot, shotsOf } from "./shots"
import { SlidePicture } from "./SlidePicture"
import { useRunState } from "./useDeck"
import styles from "./versions.module.css"
import { deckWords } from "./words"

/** Slides that are otherwise than in an older version, both pictures side by side. */
export function Compare({ version, after, lang }: { version: Version; after: Shot[]; lang: string }) {
  const t = useWords(editWords)
  const { run, isLoading } = useRunState(version.run_id || undefined)
  if (isLoading) return <Loading />
  if (!run) return <p className={styles.quiet}>{t.gone}</p>
  if (!hasDrawn(run, version.number)) return <p className={styles.quiet}>{t.undrawn}</p>
  const changes = changesBetween(shotsOf(run, run), after)
  if (!changes.length) return <p className={styles.quiet}>{t.looksSame}</p>
  return (
    <ul className={styles.pairs}>
      {changes.map((one) => (
        <Pair key={(one.after ?? one.before)?.id} change={one} lang={lang} />
      ))}
    </ul>
  )
}

function Pair({ change: { before, after }, lang }: { change: Change; lang: string }) {
  const t = useWords(editWords)
  const slideWords = useWords(deckWords)
  const number = (after ?? before)?.number ?? 0
  return (
    <li className={styles.pair}>
      <p className={styles.pairHead}>
        {slideWords.slide(number)} {!before && <Badge tone="live">{t.added}</Badge>}
        {!after && <Badge tone="fair">{t.deleted}</Badge>}
      </p>
      <div className={styles.sides}>
        {before && <Side label={t.before} shot={before} lang={lang} />}
        {after && <Side label={t.after} shot={after} lang={lang} />}
      </div>
    </li>
  )
}

function Side({ label, shot, lang }: { label: string; shot: Shot; lang: string }) {
  return (
    <figure className={styles.side}>
      <SlidePicture shot={shot} lang={lang} />
      <figcaption className={styles.quiet}>{label}</figcaption>
    </figure>
  )
}
