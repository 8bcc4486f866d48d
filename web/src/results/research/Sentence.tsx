import type { Citation, Report, Sentence as Said } from "@/api/types/research"
import { useWords } from "@/i18n/words"
import { type Reading, PANEL } from "./reading"
import { reportWords } from "./reportWords"
import styles from "./sentence.module.css"
import { SIGNS, type Support, supportsOf } from "./support"
import { researchWords } from "./words"

interface Props {
  sentence: Said
  lang: Report["lang"]
  reading: Reading
}

/** A text without its last word, and that word, which a mark stays with at the end of a line. */
export function parted(text: string): [start: string, end: string] {
  const end = (/[\u3001-\u9fff\uff00-\uffef]{2}$/.exec(text) ?? /\S{1,16}$/.exec(text))?.[0] ?? ""
  return [text.slice(0, text.length - end.length), end]
}

/** A statement, what is to be said of it, and its marks, each of which opens its passage. */
export function Sentence({ sentence, lang, reading }: Props) {
  const supports = supportsOf(sentence, reading.claims)
  const isOpen = sentence.citations.some((one) => reading.cited.of.get(one)?.id === reading.opened?.id)
  const recedes = !reading.sieve.sentence(sentence)
  const [first, ...rest] = sentence.citations
  const [start, end] = first ? parted(sentence.text) : [sentence.text, ""]
  return (
    <span className={styles.sentence} data-open={isOpen || undefined} data-recedes={recedes || undefined}>
      {start}
      {first && (
        <span className={styles.together}>
          {end}
          <Mark citation={first} supports={supports} reading={reading} />
        </span>
      )}
      {rest.map((one, n) => (
        <Mark key={n} citation={one} supports={supports} reading={reading} />
      ))}
      {supports
        .filter((one) => one !== "supported")
        .map((one) => (
          <span key={one} className={styles.sign} data-support={one}>
            <span aria-hidden>{SIGNS[one]} </span>
            {reportWords[lang].marks[one]}
          </span>
        ))}
    </span>
  )
}

interface MarkProps {
  citation: Citation
  supports: Support[]
  reading: Reading
}

function Mark({ citation, supports, reading }: MarkProps) {
  const t = useWords(researchWords)
  const opening = reading.cited.of.get(citation)
  if (!opening) return null
  const opened = reading.opened?.id === opening.id
  return (
    <button
      type="button"
      id={opening.id}
      className={styles.cite}
      aria-label={t.openPassage(citation.reference, supports.map((one) => t.supports[one]).join(", "))}
      aria-expanded={opened}
      aria-controls={opened ? PANEL : undefined}
      onClick={() => reading.toggle(opening)}
    >
      <span>{citation.reference}</span>
    </button>
  )
}

/** Sentences as prose: Japanese runs on, other writing has a space between. */
export function Prose({ sentences, lang, reading }: { sentences: Said[]; lang: Report["lang"]; reading: Reading }) {
  return sentences.map((one, n) => (
    <span key={n}>
      {n > 0 && lang !== "ja" && " "}
      <Sentence sentence={one} lang={lang} reading={reading} />
    </span>
  ))
}
