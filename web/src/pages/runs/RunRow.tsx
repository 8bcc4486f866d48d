import { Link } from "wouter"
import type { RunBrief } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { Button, ButtonLink, Row } from "@/ui"
import { isAtWork, StatusBadge } from "@/ui/Status"
import styles from "./runs.module.css"
import { runsWords } from "./words"

/** What one can do with a run from the list. */
export type Deed = "continue" | "cancel" | "delete"

/** What a run is called: by its title, else by its team. */
export const nameOf = (run: RunBrief): string => run.title || run.team

/** A run in the list. */
export function RunRow({ run, onDeed }: { run: RunBrief; onDeed: (deed: Deed) => void }) {
  const names = useNames()
  const formats = useFormats()
  return (
    <li className={styles.run}>
      <div className={styles.about}>
        <Link href={`/runs/${run.id}`} className={styles.title} lang={run.lang || undefined}>
          {nameOf(run)}
        </Link>
        <p className={styles.meta}>
          <span>{names.team(run.team)}</span>
          {run.mode && <span>{names.mode(run.mode)}</span>}
          <time dateTime={run.created_at}>{formats.time(run.created_at)}</time>
        </p>
      </div>
      <StatusBadge status={run.status} />
      <Deeds run={run} onDeed={onDeed} />
    </li>
  )
}

function Deeds({ run, onDeed }: { run: RunBrief; onDeed: (deed: Deed) => void }) {
  const t = useWords(runsWords)
  const isGoing = isAtWork(run.status)
  const isPaused = run.status === "paused"
  const canGo = run.can_continue && !isGoing && !isPaused
  const here = `/runs/${run.id}`
  return (
    <Row className={styles.deeds}>
      {isPaused && (
        <ButtonLink small href={here}>
          {t.answer}
        </ButtonLink>
      )}
      {canGo && <Onward run={run} onDeed={onDeed} />}
      {(isGoing || isPaused) && (
        <Button small look="plain" aria-label={t.cancelFor(nameOf(run))} onClick={() => onDeed("cancel")}>
          {t.cancel}
        </Button>
      )}
      <Button small look="plain" aria-label={t.deleteFor(nameOf(run))} onClick={() => onDeed("delete")}>
        {t.delete}
      </Button>
    </Row>
  )
}

/** A higher limit, and the command for the terminal, are on the page of the run. */
function Onward({ run, onDeed }: { run: RunBrief; onDeed: (deed: Deed) => void }) {
  const t = useWords(runsWords)
  if (run.terminal_only || run.status === "stopped: budget")
    return (
      <ButtonLink small href={`/runs/${run.id}`}>
        {t.go}
      </ButtonLink>
    )
  return (
    <Button small aria-label={t.goFor(nameOf(run))} onClick={() => onDeed("continue")}>
      {t.go}
    </Button>
  )
}
