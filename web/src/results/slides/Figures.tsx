import type { Figure, Slide } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import styles from "./facts.module.css"
import { Rows } from "./SourceLine"
import { ChartValues, TableValues } from "./Values"
import { deckWords } from "./words"

interface FiguresProps {
  slide: Slide
  figures: Figure[]
  fileUrl: (name: string, version?: number) => string
  lang: string
}

/** The figures of a slide with the rows they were computed from, and all their values. */
export function Figures({ slide, figures, fileUrl, lang }: FiguresProps) {
  const t = useWords(deckWords)
  if (!slide.chart && !slide.table) return null
  return (
    <section className={styles.part}>
      <h4 className={styles.head}>{t.figures}</h4>
      <div lang={lang}>
        {figures.map((one) => (
          <div key={one.id} className={styles.figure}>
            <p className={styles.strong}>{one.title}</p>
            <Rows said={one.ref} />
          </div>
        ))}
      </div>
      {figures.map((one) => {
        const url = one.code && fileUrl(one.code)
        return url ? (
          <p key={one.id}>
            <a href={url}>{t.code}</a>
          </p>
        ) : null
      })}
      <details className={styles.more}>
        <summary>{t.values}</summary>
        <div lang={lang}>
          {slide.chart && <ChartValues chart={slide.chart} />}
          {slide.table && <TableValues table={slide.table} />}
        </div>
      </details>
    </section>
  )
}
