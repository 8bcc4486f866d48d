import type { Problem, Result } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import { checkWords } from "./checkWords"
import styles from "./checks.module.css"
import { Lines } from "./SlideFacts"
import type { Shot } from "./shots"
import { deckWords } from "./words"

interface ChecksProps {
  result: Result
  /** Whether it is of a change: what was to be said of that stands with the change. */
  isChange: boolean
  shots: Shot[]
  onShow: (at: number) => void
}

/** What the checks found, slide by slide; what was mended; what is worth knowing. */
export function Checks({ result, isChange, shots, onShow }: ChecksProps) {
  const t = useWords(checkWords)
  return (
    <section aria-labelledby="deck-checks" className={styles.checks}>
      <h3 id="deck-checks">{t.checks}</h3>
      <Verdict result={result} />
      {[0, ...shots.map((one) => one.number)].map((number) => (
        <Found
          key={number}
          shot={shots[number - 1]}
          problems={result.problems.filter((one) => one.slide === number)}
          onShow={onShow}
          lang={result.lang}
        />
      ))}
      <List title={t.notes} lines={isChange ? [] : result.notes} lang={result.lang} />
      <List title={t.repaired} lines={result.repaired} lang={result.lang} />
      <Facts result={result} />
    </section>
  )
}

function Verdict({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const marks = result.deck?.slides.filter((one) => one.marks.length).length ?? 0
  const count = result.problems.length
  const clean = result.rendered_by ? t.fine : t.fineUnseen
  return (
    <p>
      {marks > 0 && `${t.marks(marks)} `}
      {count > 0 ? t.found(count) : clean}
    </p>
  )
}

interface FoundProps {
  shot: Shot | undefined
  problems: Problem[]
  onShow: (at: number) => void
  lang: string
}

function Found({ shot, problems, onShow, lang }: FoundProps) {
  const t = useWords(checkWords)
  const slideWords = useWords(deckWords)
  if (!problems.length) return null
  return (
    <div className={styles.found}>
      {shot ? (
        <button type="button" className={styles.jump} onClick={() => onShow(shot.number - 1)}>
          {t.goTo(shot.number, shot.slide.title)}
        </button>
      ) : (
        <p className={styles.strong}>{t.whole}</p>
      )}
      <ul>
        {problems.map((one, n) => (
          <li key={n}>
            <Badge tone={one.severity === "minor" ? "quiet" : "bad"}>{slideWords.severity[one.severity]}</Badge>{" "}
            <span lang={lang}>{one.text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function List({ title, lines, lang }: { title: string; lines: readonly string[]; lang: string }) {
  if (!lines.length) return null
  return (
    <div>
      <h4>{title}</h4>
      <Lines lines={lines} lang={lang} />
    </div>
  )
}

function Facts({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const pictures = result.drawn.filter((one) => one.use).length
  return (
    <dl className={styles.facts}>
      <dt>{t.template}</dt>
      <dd>{result.template}</dd>
      <dt>{t.renderedBy}</dt>
      <dd>{result.rendered_by || t.notRendered}</dd>
      {result.deck?.audience && (
        <>
          <dt>{t.audience}</dt>
          <dd lang={result.lang}>{result.deck.audience}</dd>
        </>
      )}
      {pictures > 0 && (
        <>
          <dt>{t.pictures(pictures)}</dt>
          <dd>{[...new Set(result.drawn.map((one) => one.by).filter(Boolean))].join(", ")}</dd>
        </>
      )}
    </dl>
  )
}
