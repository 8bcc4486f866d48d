import type { Keyword, Match, RankedItem, Requirement, Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { Badge, type Tone } from "@/ui"
import styles from "./posting.module.css"
import { postingWords } from "./words"

const TONES: Record<Requirement["status"], Tone> = { met: "good", partly: "fair", missing: "bad", not_judged: "quiet" }
const SIGNS: Record<Requirement["status"], string> = { met: "●", partly: "◐", missing: "○", not_judged: "–" }

/** How the résumé answers the posting, and which works speak for the role; each with the words it rests on. */
export function Posting({ result }: { result: Result }) {
  return (
    <>
      {result.match && <Answered match={result.match} lang={result.lang} />}
      {result.portfolio && result.portfolio.length > 0 && <Works works={result.portfolio} lang={result.lang} />}
    </>
  )
}

/** How many requirements have each state. */
export function statesOf(match: Match) {
  const count = (status: Requirement["status"]) => match.requirements.filter((one) => one.status === status).length
  return { met: count("met"), partly: count("partly"), missing: count("missing"), open: count("not_judged") }
}

function Answered({ match, lang }: { match: Match; lang: string }) {
  const t = useWords(postingWords)
  const { met, partly, missing, open } = statesOf(match)
  const all = match.requirements.length
  return (
    <section className={styles.part}>
      <h3>{t.match}</h3>
      {open < all && (
        <p>
          {t.line(met, partly, missing, all)} {open > 0 && t.notJudged(open)}
        </p>
      )}
      <ul className={styles.requirements}>
        {match.requirements.map((one) => (
          <li key={one.id}>
            <div className={styles.asked}>
              <Badge tone={TONES[one.status]}>
                <span aria-hidden>{SIGNS[one.status]}</span> {t.status[one.status]}
              </Badge>
              <p>
                <span lang={lang}>{one.text}</span> <span className={styles.quiet}>{t.weight[one.weight]}</span>
              </p>
            </div>
            <div className={styles.rests}>
              {one.evidence.map((said) => (
                <p key={`${said.place?.start} ${said.text}`}>
                  <q lang={lang}>{said.text}</q>{" "}
                  {said.place && <span className={styles.quiet}>{t.lineOf(said.place.line)}</span>}
                </p>
              ))}
              {one.note && (
                <p className={styles.quiet} lang={lang}>
                  {one.note}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Terms name={t.found} terms={match.keywords.filter((one) => one.found)} lang={lang} />
      <Terms name={t.missing} terms={match.keywords.filter((one) => !one.found)} lang={lang} note={t.missingNote} />
    </section>
  )
}

function Terms({ name, terms, lang, note }: { name: string; terms: Keyword[]; lang: string; note?: string }) {
  const t = useWords(postingWords)
  if (!terms.length) return null
  return (
    <div>
      <h4>{name}</h4>
      <ul className={styles.terms} lang={lang}>
        {terms.map((one) => (
          <li key={one.term} data-missing={!one.found || undefined}>
            {one.as_written && one.as_written !== one.term ? t.written(one.term, one.as_written) : one.term}
          </li>
        ))}
      </ul>
      {note && <p className={styles.quiet}>{note}</p>}
    </div>
  )
}

function Works({ works, lang }: { works: RankedItem[]; lang: string }) {
  const t = useWords(postingWords)
  return (
    <section className={styles.part}>
      <h3>{t.works}</h3>
      <ol className={styles.works} lang={lang}>
        {[...works]
          .sort((one, other) => one.rank - other.rank)
          .map((one) => (
            <li key={one.id} value={one.rank}>
              <p>
                <strong>
                  {/^https?:\/\//i.test(one.url) ? (
                    <a href={one.url} rel="noreferrer" target="_blank">
                      {one.title}
                    </a>
                  ) : (
                    one.title
                  )}
                </strong>{" "}
                <span className={styles.quiet}>{one.by === "rule" ? t.byRules : t.by(one.by)}</span>
              </p>
              {one.why && <p>{one.why}</p>}
              {one.evidence.map((words, at) => (
                <p key={words} className={styles.quiet}>
                  <q>{words}</q> {one.meets[at] && t.meets(one.meets[at])}
                </p>
              ))}
            </li>
          ))}
      </ol>
    </section>
  )
}
