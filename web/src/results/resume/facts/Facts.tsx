import type { Fact, Refused, Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { Badge, Row } from "@/ui"
import tables from "../scores/scores.module.css"
import { Wide } from "../Wide"
import type { Answers } from "./answers"
import styles from "./facts.module.css"
import { QuestionBox } from "./QuestionBox"
import { factWords } from "./words"

/** So many refused edits are shown at once. */
const FEW = 5

const STATUSES = ["kept", "changed", "lost", "confirmed"] as const

interface Props {
  result: Result
  answers: Answers
  onAnswer: (question: string, words: string) => void
}

/** The ledger: what only the owner knows, what was kept, and which edits were refused and why. */
export function Facts({ result, answers, onAnswer }: Props) {
  const t = useWords(factWords)
  const facts = result.facts ?? []
  const refused = (result.refused ?? []).filter((one) => one.reason === "facts").length
  const line = STATUSES.flatMap((status) => {
    const count = facts.filter((one) => one.status === status).length
    return count ? [t.counts[status](count)] : []
  })
  return (
    <>
      <p>{[...line, ...(refused ? [t.refusedCount(refused)] : [])].join(" · ") || t.noFacts}</p>
      <Questions result={result} answers={answers} onAnswer={onAnswer} />
      <RefusedEdits refused={result.refused ?? []} lang={result.lang} />
      <AllFacts facts={facts} lang={result.lang} />
    </>
  )
}

function Questions({ result, answers, onAnswer }: Props) {
  const t = useWords(factWords)
  const asked = result.to_confirm ?? []
  if (!asked.length) return null
  return (
    <section>
      <h3>{t.questions}</h3>
      <ul className={styles.asked}>
        {asked.map((one) => (
          <li key={one.question}>
            {(one.line > 0 || one.about) && (
              <p className={styles.quiet}>
                {one.line > 0 && t.line(one.line)} {one.about && <span lang={result.lang}>{t.about(one.about)}</span>}
              </p>
            )}
            <QuestionBox
              question={one.question}
              proposed={one.proposed}
              lang={result.lang}
              value={answers[one.question] ?? ""}
              onChange={(words) => onAnswer(one.question, words)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RefusedEdits({ refused, lang }: { refused: readonly Refused[]; lang: string }) {
  const t = useWords(factWords)
  if (!refused.length) return null
  return (
    <details open={refused.length <= FEW}>
      <summary>
        {t.refused} ({refused.length})
      </summary>
      <p className={styles.quiet}>{t.refusedNote}</p>
      {refused.map((one) => (
        <article key={`${one.iteration} ${one.line} ${one.old} ${one.new}`} className={styles.refused}>
          <Row>
            <Badge>{t.reasons[one.reason]}</Badge>
            <span className={styles.quiet}>{t.line(one.line)}</span>
          </Row>
          <p lang={lang}>{one.text}</p>
          <dl lang={lang}>
            {one.old && (
              <>
                <dt>{t.stands}</dt>
                <dd>{one.old}</dd>
              </>
            )}
            {one.new && (
              <>
                <dt>{t.proposal}</dt>
                <dd className={styles.not}>{one.new}</dd>
              </>
            )}
          </dl>
          {one.doubts.map((doubt) => (
            <p key={`${doubt.kind} ${doubt.claim} ${doubt.why}`} lang={lang}>
              {doubt.why} {doubt.known && <span className={styles.quiet}>{t.known(doubt.known)}</span>}
            </p>
          ))}
        </article>
      ))}
    </details>
  )
}

function AllFacts({ facts, lang }: { facts: readonly Fact[]; lang: string }) {
  const t = useWords(factWords)
  if (!facts.length) return null
  return (
    <details>
      <summary>
        {t.all} ({facts.length})
      </summary>
      <Wide label={t.all}>
        <table className={tables.table}>
          <thead>
            <tr>
              {[t.fact, t.kind, t.where, t.state].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map((one, at) => (
              <tr key={`${at} ${one.text}`}>
                <th scope="row" lang={lang}>
                  {one.text}
                </th>
                <td>{t.kinds[one.kind]}</td>
                <td>{one.line || "–"}</td>
                <td>{one.status === "lost" ? <Badge tone="bad">{t.status.lost}</Badge> : t.status[one.status]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </details>
  )
}
