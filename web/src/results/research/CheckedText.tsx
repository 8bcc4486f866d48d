import type { Result } from "@/api/types/research"
import { useWords } from "@/i18n/words"
import { useLang } from "@/i18n/lang"
import { stretchesOf } from "./checked"
import own from "./checked.module.css"
import { RULING_SIGNS } from "./filter"
import styles from "./report.module.css"
import { reportWords } from "./reportWords"
import { pointId } from "./sections"
import { researchWords } from "./words"

/** The text as it was given, its claims marked with their rulings; each leads to its reasons. */
export function CheckedText({ result }: { result: Result }) {
  const t = useWords(researchWords)
  const { lang } = useLang()
  const names = reportWords[result.document.lang].rulings
  const stretches = stretchesOf(result.document, result.rulings ?? [])
  if (!stretches.some((one) => one.claim)) return null
  return (
    <section className={own.checked}>
      <h3 lang={lang}>{t.checked}</h3>
      <p className={styles.aside} lang={lang}>
        {t.checkedHint}
      </p>
      <p>
        {stretches.map(({ text, claim, point }, n) => {
          if (!claim) return <span key={n}>{text}</span>
          const inside = (
            <>
              {text}
              <span className={own.ruled} data-ruling={claim.ruling}>
                <span aria-hidden>{RULING_SIGNS[claim.ruling]} </span>
                {names[claim.ruling]}
              </span>
            </>
          )
          return point === undefined ? (
            <span key={n}>{inside}</span>
          ) : (
            <a key={n} href={`#${pointId(point)}`} data-ruling={claim.ruling}>
              {inside}
            </a>
          )
        })}
      </p>
    </section>
  )
}
