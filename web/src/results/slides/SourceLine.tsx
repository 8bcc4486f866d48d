import type { EvidenceShown, Passage, Source } from "@/api/types/server"
import type { Ref } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { outsideLink } from "@/results/shared/links"
import styles from "./facts.module.css"
import type { Numbered } from "./slideText"
import { deckWords } from "./words"

interface SourceLineProps {
  source: Numbered
  evidence: EvidenceShown | undefined
  lang: string
}

/** A source by its number and name; opened it gives the exact words, and where they stand. */
export function SourceLine({ source: { number, ref }, evidence, lang }: SourceLineProps) {
  const t = useWords(deckWords)
  const passage = evidence?.passages.find((one) => one.id === ref.passage_id)
  const source = evidence?.sources.find((one) => one.id === passage?.source_id)
  const link = outsideLink(source?.uri || ref.uri)
  return (
    <details className={styles.source}>
      <summary>
        <span className={styles.number}>{number}</span>
        <span lang={lang}>{ref.title || ref.file}</span>
        {ref.where && <span className={styles.where}>{ref.where}</span>}
      </summary>
      <div className={styles.opened}>
        {ref.kind === "rows" ? <Rows said={ref} /> : <Words said={ref} passage={passage} />}
        <p className={styles.quiet}>
          {placeOf(ref, passage, source, t.page)}
          {link && (
            <>
              {" · "}
              <a href={link} target="_blank" rel="noreferrer">
                {t.open}
              </a>
            </>
          )}
        </p>
      </div>
    </details>
  )
}

/** The exact words; without the store of passages those that the deck keeps. */
function Words({ said, passage }: { said: Ref; passage: Passage | undefined }) {
  const t = useWords(deckWords)
  return (
    <>
      <blockquote className={styles.passage}>{(passage?.text || said.quote).replace(/\n{2,}/g, "\n")}</blockquote>
      {passage?.told_by && <p className={styles.quiet}>{t.toldBy}</p>}
    </>
  )
}

/** Rows of a table, and what was computed of them. */
export function Rows({ said }: { said: Ref }) {
  const t = useWords(deckWords)
  return (
    <dl className={styles.facts}>
      <dt>{t.rows}</dt>
      <dd>{[said.file || said.title, said.sheet, said.where].filter(Boolean).join(" · ")}</dd>
      {said.quote && (
        <>
          <dt>{t.computed}</dt>
          <dd>{said.quote}</dd>
        </>
      )}
    </dl>
  )
}

/** Where it stands: file or address, page, heading, day. */
export function placeOf(
  ref: Ref,
  passage: Passage | undefined,
  source: Source | undefined,
  page: (n: number) => string,
): string {
  const address = source?.uri || ref.uri || ref.file
  const file = /^https?:/i.test(address) ? address : (address.split("/").at(-1) ?? "")
  const parts = [file, passage?.page ? page(passage.page) : "", passage?.headings.at(-1), ref.fetched]
  return parts.filter(Boolean).join(" · ")
}
