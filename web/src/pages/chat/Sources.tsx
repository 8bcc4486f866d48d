import { useWords } from "@/i18n/words"
import { outsideLink } from "@/results/shared/links"
import styles from "./chat.module.css"
import type { Source } from "./message"
import { chatWords } from "./words"

/** What the answer may rest on, folded. */
export function Sources({ sources }: { sources: Source[] }) {
  const t = useWords(chatWords)
  if (!sources.length) return null
  return (
    <details className={styles.work}>
      <summary>{t.sources(sources.length)}</summary>
      <ul className={styles.sources}>
        {sources.map((one) => (
          <li key={one.sourceId}>
            <SourceLine source={one} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function SourceLine({ source }: { source: Source }) {
  if (source.type === "source-document")
    return (
      <>
        {source.title} {source.filename !== source.title && <span className={styles.quiet}>{source.filename}</span>}
      </>
    )
  const safe = outsideLink(source.url)
  if (!safe) return <>{source.title ?? source.url}</>
  return (
    <a href={safe} rel="noreferrer" target="_blank">
      {source.title ?? source.url}
    </a>
  )
}
