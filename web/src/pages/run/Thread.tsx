import useSWR from "swr"
import { Link } from "wouter"
import { useRun } from "@/api/asking"
import { api, ask } from "@/api/client"
import type { RunBrief, RunDetail } from "@/api/types/server"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { StatusBadge } from "@/ui/Status"
import styles from "./run.module.css"
import { runWords } from "./words"

/** The run that this one goes on from. */
export function Before({ id }: { id: string }) {
  const t = useWords(runWords)
  const { data } = useRun(id)
  if (!data) return null
  return (
    <p className={styles.thread}>
      {t.continued}: <Link href={`/runs/${id}`}>{data.title}</Link>
    </p>
  )
}

/** What went on from this run, newest first, and theirs. */
export function After({ run }: { run: RunDetail }) {
  const t = useWords(runWords)
  const { data } = useSWR(`runs/after/${run.id}`, () =>
    ask(api.GET("/api/runs", { params: { query: { continues: run.id, limit: 20 } } })),
  )
  return <Runs title={t.followUps} runs={data?.runs ?? []} />
}

/** Runs that this one asked other teams for. */
export function Nested({ run }: { run: RunDetail }) {
  const t = useWords(runWords)
  return <Runs title={t.nested} runs={run.runs} />
}

function Runs({ title, runs }: { title: string; runs: RunBrief[] }) {
  const names = useNames()
  if (!runs.length) return null
  return (
    <section className={styles.fold} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.plain}>
        {runs.map((one) => (
          <li key={one.id} className={styles.thread}>
            <Link href={`/runs/${one.id}`} lang={one.lang}>
              {one.title}
            </Link>{" "}
            <span className={styles.quiet}>
              {names.team(one.team)} · {names.mode(one.mode)}
            </span>{" "}
            <StatusBadge status={one.status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
