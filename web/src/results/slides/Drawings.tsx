import type { Drawn } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { Note } from "@/ui"
import styles from "./facts.module.css"
import { deckWords } from "./words"

interface DrawingsProps {
  drawn: Drawn[]
  fileUrl: (name: string, version?: number) => string
  lang: string
}

/** Pictures that a model drew for a slide, and what it was told; or why there is none. */
export function Drawings({ drawn, fileUrl, lang }: DrawingsProps) {
  const t = useWords(deckWords)
  if (!drawn.length) return null
  return (
    <section className={styles.part}>
      <h4 className={styles.head}>{t.drawn}</h4>
      {drawn.map((one, n) => (
        <div key={n} className={styles.figure}>
          <Picture one={one} url={one.use ? fileUrl(one.use.artifact, one.use.version) : ""} lang={lang} />
          {!one.use && (
            <Note tone="fair">
              <p>
                {t.notDrawn}: <span lang={lang}>{one.why}</span>
              </p>
            </Note>
          )}
          {one.use && one.by && <p className={styles.quiet}>{t.drawnBy(one.by)}</p>}
          {one.prompt && (
            <details className={styles.more}>
              <summary>{t.prompt}</summary>
              <p className={styles.prompt}>{one.prompt}</p>
            </details>
          )}
        </div>
      ))}
    </section>
  )
}

function Picture({ one: { use }, url, lang }: { one: Drawn; url: string; lang: string }) {
  if (!use || !url) return null
  return (
    <img
      className={styles.drawn}
      src={url}
      alt={use.alt}
      lang={lang}
      width={use.width}
      height={use.height}
      loading="lazy"
    />
  )
}
