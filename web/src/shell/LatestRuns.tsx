import useSWR from "swr"
import { Link, useRoute } from "wouter"
import { api, ask } from "@/api/client"
import type { RunBrief } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Dot, isAtWork, useStatusWord } from "@/ui/Status"
import styles from "./shell.module.css"
import { shellWords } from "./words"

const SHOWN = 8
const SOON_MS = 3_000
const LATER_MS = 20_000

/** The latest runs with what they are doing; asked for gently, and not while nobody looks. */
export function LatestRuns() {
  const t = useWords(shellWords)
  const { data } = useSWR("runs/latest", () => ask(api.GET("/api/runs", { params: { query: { limit: SHOWN } } })), {
    refreshInterval: (found) => (found?.runs.some((run) => isAtWork(run.status)) ? SOON_MS : LATER_MS),
  })
  if (!data?.runs.length) return null
  return (
    <section className={styles.latest} aria-labelledby="latest">
      <p id="latest">{t.latest}</p>
      <ul>
        {data.runs.map((run) => (
          <li key={run.id}>
            <Latest run={run} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Latest({ run }: { run: RunBrief }) {
  const word = useStatusWord()
  const [isHere] = useRoute(`/runs/${run.id}`)
  return (
    <Link href={`/runs/${run.id}`} aria-current={isHere ? "page" : undefined} title={run.title}>
      <Dot status={run.status} />
      <span className={styles.name} lang={run.lang || undefined}>
        {run.title || run.team}
      </span>
      <span className="unseen">{word(run.status)}</span>
    </Link>
  )
}
