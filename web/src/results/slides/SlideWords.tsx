import type { Slide } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { ChartValues, TableValues } from "./Values"
import styles from "./words.module.css"
import { deckWords } from "./words"

/** What stands on a slide, in order, as words: for a slide that no picture was made of. */
export function SlideWords({ slide, lang, why }: { slide: Slide; lang: string; why: "undrawn" | "gone" }) {
  const t = useWords(deckWords)
  return (
    <div className={styles.sheet}>
      <p className={styles.why}>{t.noPicture[why]}</p>
      <div lang={lang} className={styles.words}>
        <p className={styles.title}>{slide.title}</p>
        {slide.subtitle && <p className={styles.subtitle}>{slide.subtitle}</p>}
        {slide.message && <p>{slide.message}</p>}
        <Points points={slide.points} />
        {slide.columns.length > 0 && (
          <div className={styles.columns}>
            {slide.columns.map((column, n) => (
              <div key={n}>
                {column.heading && <p className={styles.heading}>{column.heading}</p>}
                <Points points={column.points} />
              </div>
            ))}
          </div>
        )}
        {slide.chart && <ChartValues chart={slide.chart} />}
        {slide.table && <TableValues table={slide.table} />}
        {slide.diagram && <Points points={slide.diagram.items.map(itemOf)} />}
        {slide.picture && <p className={styles.alt}>{slide.picture.alt}</p>}
      </div>
    </div>
  )
}

interface Line {
  text: string
  level: number
}

const itemOf = (item: { label: string; text: string }): Line => ({
  text: item.text ? `${item.label}: ${item.text}` : item.label,
  level: 0,
})

function Points({ points }: { points: Line[] }) {
  if (!points.length) return null
  return (
    <ul className={styles.points}>
      {points.map((point, n) => (
        <li key={n} style={{ marginInlineStart: `${point.level * 1.25}rem` }}>
          {point.text}
        </li>
      ))}
    </ul>
  )
}
