import type { Result, SearchResult } from "@/api/types/research"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { outsideLink } from "@/results/shared/links"
import { Badge } from "@/ui"
import { langOf } from "./place"
import { Reviews } from "./Reviews"
import styles from "./supervised.module.css"
import { researchWords } from "./words"

/** What only a supervised inquiry has: its plan, all that was found, and what the reviewer said of each draft. */
export function Supervised({ result }: { result: Result }) {
  const { lang } = useLang()
  if (!result.plan && !result.review && !result.search_results?.length) return null
  return (
    <div lang={lang}>
      <Plan result={result} />
      <Found result={result} />
      <Reviews result={result} />
    </div>
  )
}

function Plan({ result: { plan } }: { result: Result }) {
  const t = useWords(researchWords)
  if (!plan) return null
  const queries: [string, string[]][] = [
    [t.toDocuments, plan.rag_queries ?? []],
    [t.toWeb, plan.web_queries ?? []],
  ]
  return (
    <section>
      <h3>{t.plan}</h3>
      <div className={styles.plan}>
        {plan.allocation_strategy && <p lang={langOf(plan.allocation_strategy)}>{plan.allocation_strategy}</p>}
        <h4>{t.points}</h4>
        <ol>
          {plan.investigation_points?.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ol>
        <h4>{t.queries}</h4>
        {queries.map(
          ([where, list]) =>
            list.length > 0 && (
              <div key={where}>
                <p className={styles.quiet}>{where}</p>
                <ul>
                  {list.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </div>
            ),
        )}
      </div>
    </section>
  )
}

function Found({ result }: { result: Result }) {
  const t = useWords(researchWords)
  const found = result.search_results ?? []
  if (!found.length) return null
  const numbers = new Map(result.sources.map((one) => [one.source_id, one.number]))
  const cited = found.filter((one) => numbers.has(one.source_id)).length
  return (
    <section>
      <h3>{t.searchResults}</h3>
      <p className={styles.quiet}>{t.searchResultsCount(found.length, cited)}</p>
      <ul className={styles.found}>
        {found.map((one) => (
          <FoundSource key={one.source_id} found={one} number={numbers.get(one.source_id)} />
        ))}
      </ul>
    </section>
  )
}

function FoundSource({ found, number }: { found: SearchResult; number: number | undefined }) {
  const t = useWords(researchWords)
  const link = outsideLink(found.url)
  const about = [
    link ?? found.url,
    found.published_date,
    found.relevance_score != null && t.relevance(Math.round(found.relevance_score * 100)),
  ]
  return (
    <li>
      <p className={styles.title}>
        {link ? (
          <a href={link} rel="noreferrer" target="_blank">
            {found.title}
          </a>
        ) : (
          <span lang={langOf(found.title)}>{found.title}</span>
        )}
        {number ? (
          <a href={`#ref-${number}`}>
            <Badge tone="live">{t.isCited(number)}</Badge>
          </a>
        ) : (
          <Badge>{t.notCited}</Badge>
        )}
      </p>
      <p className={styles.quiet}>{about.filter(Boolean).join(" · ")}</p>
      {found.summary && (
        <p className={styles.summary} lang={langOf(found.summary)}>
          {found.summary}
        </p>
      )}
    </li>
  )
}
