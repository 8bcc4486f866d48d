import type { RunDetail } from "@/api/types/server"
import type { Deck, Result } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { Note } from "@/ui"
import { Downloads } from "./Downloads"
import styles from "./deck.module.css"
import { editWords } from "./editWords"
import { resultOf } from "./shots"
import type { DeckState } from "./useDeck"
import { deckWords } from "./words"

interface DeckHeadProps {
  run: RunDetail
  state: DeckState
  result: Result
  deck: Deck
}

/** What deck it is, which version, what to know before one looks, and its files. */
export function DeckHead({ run, state: { newest, drawn, shots }, result, deck }: DeckHeadProps) {
  const t = useWords(deckWords)
  const number = result.versions.at(-1)?.number ?? 1
  const facts = [t.count(shots.length), t.version(number, result.versions.length), t.template(result.template)]
  return (
    <header className={styles.head}>
      <div>
        <h2 lang={deck.lang} className={deck.title === run.title ? "unseen" : undefined}>
          {deck.title}
        </h2>
        {deck.subtitle && (
          <p className={styles.quiet} lang={deck.lang}>
            {deck.subtitle}
          </p>
        )}
        <p className={styles.quiet}>{facts.join(" · ")}</p>
      </div>
      <Downloads newest={newest} drawn={drawn} />
      <div className={styles.warnings}>
        <Seeing run={run} number={number} />
        {newest.mode !== "edit" && result.reply && <p lang={result.lang}>{result.reply}</p>}
        <Missing result={result} deck={deck} />
      </div>
    </header>
  )
}

/** Where the page's run made another version than the one that is shown. */
function Seeing({ run, number }: { run: RunDetail; number: number }) {
  const t = useWords(editWords)
  const made = resultOf(run)?.versions.at(-1)?.number
  if (!made || made === number) return null
  return (
    <Note tone="live">
      <p>{t.seeing(number, made)}</p>
    </Note>
  )
}

function Missing({ result, deck }: { result: Result; deck: Deck }) {
  const t = useWords(deckWords)
  if (!deck.skeleton && result.outcome !== "marked") return null
  return (
    <Note tone="fair">
      <p>{deck.skeleton ? t.skeleton : t.isMarked}</p>
    </Note>
  )
}
