import { useEffect } from "react"
import { Link } from "wouter"
import { useRun } from "@/api/asking"
import { useWords } from "@/i18n/words"
import { useLive, wakeLive } from "@/live/useLive"
import { Empty, Failed, Loading } from "@/ui"
import { isAtWork } from "@/ui/Status"
import { RunView } from "./RunView"
import { runWords } from "./words"

/** A run: while it works, when it asks, and what it made. */
export default function RunPage({ id }: { id: string }) {
  const t = useWords(runWords)
  const live = useLive(id)
  // Costs of runs that this one asked for, and what has no event, are in its row only.
  const { data: run, error, mutate } = useRun(id, live.connection === "over" ? SELDOM : OFTEN)
  useEffect(() => {
    // It was carried on elsewhere: in another tab, in the terminal.
    if (run && live.connection === "over" && (isAtWork(run.status) || run.last_seq > live.lastSeq)) wakeLive(id)
  }, [id, run, live.connection, live.lastSeq])
  if (error?.status === 404)
    return (
      <Empty>
        <h1>{t.missing}</h1>
        <Link href="/runs">{t.allRuns}</Link>
      </Empty>
    )
  if (run) return <RunView run={run} live={live} />
  return error ? <Failed error={error} again={() => void mutate()} /> : <Loading />
}

/** Milliseconds between two looks at the run's row, while it is at work and after. */
const OFTEN = 4_000
const SELDOM = 20_000
