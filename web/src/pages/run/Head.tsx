import type { ReactNode } from "react"
import type { RunDetail } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import { StatusBadge } from "@/ui/Status"
import styles from "./run.module.css"
import { runWords } from "./words"

interface HeadProps {
  run: RunDetail
  live: LiveRun
  status: string
  children: ReactNode
}

/** What this run is: team, mode and why, title, models, when; `children` are what can be done with it. */
export function Head({ run, live, status, children }: HeadProps) {
  const t = useWords(runWords)
  const names = useNames()
  const f = useFormats()
  const preset = live.preset || run.options.preset
  const why = live.why || run.options.mode_why
  return (
    <header className={styles.head}>
      <div className={styles.over}>
        <span>
          {names.team(run.team)} · {names.mode(live.mode || run.mode)}
        </span>
        <StatusBadge status={status} />
      </div>
      <h1 lang={run.lang}>{run.title}</h1>
      <p className={styles.about}>
        {/* Agents of a team that is begun at the terminal ask their own models. */}
        {!run.terminal_only && (
          <span>
            {t.models}: {preset === "none" ? t.rulesOnly : preset}
          </span>
        )}
        <span>
          {t.started}: <time dateTime={run.created_at}>{f.time(run.created_at)}</time>
        </span>
        {why && (
          <span lang={run.lang}>
            {t.why}: {why.replace(/^auto: /, "")}
          </span>
        )}
      </p>
      {children}
    </header>
  )
}
