import type { EvidenceShown } from "@/api/types/server"
import type { Deck, Problem, Result, Slide } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { Badge, Note } from "@/ui"
import { Drawings } from "./Drawings"
import styles from "./facts.module.css"
import { Figures } from "./Figures"
import type { Shot } from "./shots"
import { SourceLine } from "./SourceLine"
import { figuresOn, type Said, statementsOf } from "./slideText"
import { deckWords } from "./words"

interface SlideFactsProps {
  shot: Shot
  deck: Deck
  result: Result
  evidence: EvidenceShown | undefined
  /** Address of a file of the run that made the deck, in that version or the newest; empty where it is gone. */
  fileUrl: (name: string, version?: number) => string
}

/** What there is to know of one slide: what it says and rests on, its figures and pictures, what is wrong with it. */
export function SlideFacts({ shot, deck, result, evidence, fileUrl }: SlideFactsProps) {
  const t = useWords(deckWords)
  const { slide, number } = shot
  const said = statementsOf(slide, deck, result.foreign)
  const drawn = result.drawn.filter((one) => one.slide_id === slide.id)
  return (
    <>
      <Wrong marks={slide.marks} problems={result.problems.filter((one) => one.slide === number)} lang={deck.lang} />
      <Opening slide={slide} said={said} lang={deck.lang} />
      <section className={styles.part}>
        <h4 className={styles.head}>{t.rests}</h4>
        {said.length ? (
          <ul className={styles.said}>
            {said.map((one, n) => (
              <Statement key={n} said={one} evidence={evidence} lang={deck.lang} />
            ))}
          </ul>
        ) : (
          <p className={styles.quiet}>{t.nothingStated}</p>
        )}
      </section>
      <Figures slide={slide} figures={figuresOn(slide, result)} fileUrl={fileUrl} lang={deck.lang} />
      <Drawings drawn={drawn} fileUrl={fileUrl} lang={deck.lang} />
      <section className={styles.part}>
        <h4 className={styles.head}>{t.notes}</h4>
        {slide.notes ? (
          <p className={styles.notes} lang={deck.lang}>
            {slide.notes}
          </p>
        ) : (
          <p className={styles.quiet}>{t.noNotes}</p>
        )}
      </section>
    </>
  )
}

function Opening({ slide, said, lang }: { slide: Slide; said: Said[]; lang: string }) {
  const message = isSaid(slide.message, said) ? "" : slide.message
  if (!message && !slide.subtitle) return null
  return (
    <div lang={lang}>
      {message && <p className={styles.message}>{message}</p>}
      {slide.subtitle && <p className={styles.quiet}>{slide.subtitle}</p>}
    </div>
  )
}

/** A message that stands among the statements, with its sources, is not told twice. */
const isSaid = (message: string, said: Said[]) => said.some((one) => one.text === message)

function Statement({ said, evidence, lang }: { said: Said; evidence: EvidenceShown | undefined; lang: string }) {
  const t = useWords(deckWords)
  return (
    <li style={{ marginInlineStart: `${said.level}rem` }}>
      <span lang={lang}>{said.text}</span>
      {said.isUnsourced && (
        <>
          {" "}
          <Badge tone="fair">{t.unsourced}</Badge>
        </>
      )}
      {said.sources.map((one) => (
        <SourceLine key={one.ref.id} source={one} evidence={evidence} lang={lang} />
      ))}
    </li>
  )
}

function Wrong({ marks, problems, lang }: { marks: readonly string[]; problems: Problem[]; lang: string }) {
  const t = useWords(deckWords)
  return (
    <>
      {marks.length > 0 && (
        <Note tone="fair">
          <p className={styles.strong}>{t.missingHere}</p>
          <Lines lines={marks} lang={lang} />
        </Note>
      )}
      {problems.length > 0 && (
        <Note tone="bad">
          <p className={styles.strong}>{t.stillFound}</p>
          <ul className={styles.plainList}>
            {problems.map((one, n) => (
              <li key={n}>
                <Badge>{t.severity[one.severity]}</Badge> <span lang={lang}>{one.text}</span>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  )
}

/** Sentences one below the other. */
export function Lines({ lines, lang }: { lines: readonly string[]; lang: string }) {
  return (
    <ul className={styles.plainList} lang={lang}>
      {lines.map((line, n) => (
        <li key={n}>{line}</li>
      ))}
    </ul>
  )
}
