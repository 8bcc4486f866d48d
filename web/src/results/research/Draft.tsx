import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import { Markdown } from "@/results/shared/Markdown"
import { outsideLink } from "@/results/shared/links"
import { Empty } from "@/ui"
import styles from "./draft.module.css"
import { draftOf } from "./drafts"
import { langOf } from "./place"
import { researchWords } from "./words"

/** Shown at most; more would say nothing more. */
const MOST = 60

/** What a run that is at work has so far: sources as they are found, the text as it is written. */
export function Draft({ live, lang }: { live: LiveRun; lang: string }) {
  const t = useWords(researchWords)
  const { sources } = live
  const draft = draftOf(live)
  if (!sources.length && !draft) return live.connection === "over" ? null : <Empty>{t.waiting}</Empty>
  return (
    <section className={styles.draft} aria-label={t.working}>
      {sources.length > 0 && (
        <div>
          <h2 aria-live="polite">{t.sourcesFound(sources.length)}</h2>
          <ul className={styles.sources}>
            {sources.slice(0, MOST).map((one) => {
              const link = outsideLink(one.uri)
              return (
                <li key={one.source_id} lang={langOf(one.title)}>
                  {link ? (
                    <a href={link} rel="noreferrer" target="_blank">
                      {one.title || link}
                    </a>
                  ) : (
                    one.title || one.uri
                  )}
                </li>
              )
            })}
            {sources.length > MOST && <li>… +{sources.length - MOST}</li>}
          </ul>
        </div>
      )}
      {draft && (
        <div>
          <h2>{t.draft}</h2>
          <Markdown text={draft} lang={lang} level={3} />
        </div>
      )}
    </section>
  )
}
