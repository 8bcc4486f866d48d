import type { Result, TaskDone } from "@/api/types/code"
import type { RunDetail } from "@/api/types/server"
import { useLangOf } from "@/i18n/langOf"
import { useWords } from "@/i18n/words"
import { Card } from "@/ui"
import { Command } from "@/ui/Command"
import styles from "./code.module.css"
import { codeWords } from "./words"

/** What came of the work, and how it is taken, looked at or thrown away. */
export function Outcome({ run, result }: { run: RunDetail; result: Result }) {
  const t = useWords(codeWords)
  const langOf = useLangOf()
  const isThere = result.head !== result.base
  return (
    <Card className={styles.outcome} data-outcome={result.outcome} aria-label={t.outcome[result.outcome]}>
      <header>
        <h2>{t.outcome[result.outcome]}</h2>
        {result.reason && <p lang={langOf(result.reason)}>{result.reason}</p>}
        <p className={styles.quiet}>
          {t.said(result.tasks.length, result.files.length)}
          {result.rounds > 0 && ` · ${t.sentBack(result.rounds)}`}
        </p>
        <p className={styles.quiet}>
          {t.branch}: <code>{result.branch}</code>
        </p>
      </header>
      <p>{t.untouched}</p>
      <div className={styles.commands}>
        {isThere && <Command label={t.look} line={`git diff ${short(result.base)} ${result.branch}`} />}
        {isThere && <Command label={t.take} line={`kasen code approve ${run.id}`} />}
        <Command label={t.discard} line={`kasen code discard ${run.id}`} />
      </div>
      <Done result={result} lang={run.lang} />
      {result.files.length > 0 && (
        <details>
          <summary>{t.files(result.files.length)}</summary>
          <ul className={styles.files}>
            {result.files.map((one) => (
              <li key={one}>
                <code>{one}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

/** So many digits name a commit. */
const short = (commit: string): string => commit.slice(0, 12)

function Done({ result, lang }: { result: Result; lang: string }) {
  const t = useWords(codeWords)
  const built = result.tasks.filter((one) => one.files.length)
  const others = result.tasks.filter((one) => !one.files.length)
  if (!result.tasks.length) return null
  return (
    <section aria-label={t.done}>
      <h3>{t.done}</h3>
      <TaskList tasks={built} lang={lang} />
      {others.length > 0 && (
        <details>
          <summary>{t.others(others.length)}</summary>
          <TaskList tasks={others} lang={lang} />
        </details>
      )}
    </section>
  )
}

function TaskList({ tasks, lang }: { tasks: TaskDone[]; lang: string }) {
  const t = useWords(codeWords)
  return (
    <ul className={styles.rows}>
      {tasks.map((one) => (
        <li key={one.id} className={styles.finding}>
          <p lang={lang}>
            <strong>{one.title || one.id}</strong>
          </p>
          {one.summary && <p lang={lang}>{one.summary}</p>}
          <p className={styles.quiet}>
            {[one.agent, one.rounds > 0 && t.reviews(one.rounds), ...one.files].filter(Boolean).join(" · ")}
          </p>
        </li>
      ))}
    </ul>
  )
}
