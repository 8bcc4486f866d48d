import { useState } from "react"
import { useLocation } from "wouter"
import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button, Failed, Row, Stack } from "@/ui"
import { Confirm } from "@/ui/Confirm"
import { isAtWork } from "@/ui/Status"
import { cancelRun, continueRun, deleteRun, stopRun } from "./acting"
import { actionWords } from "./actionWords"
import styles from "./run.module.css"
import { type Doing, useDoing } from "./useDoing"

interface ActionsProps {
  run: RunDetail
  status: string
}

/** What can be done with a run as it is now. */
export function Actions({ run, status }: ActionsProps) {
  const t = useWords(actionWords)
  const [, go] = useLocation()
  const doing = useDoing()
  const isRunning = isAtWork(status)
  return (
    <Stack className={styles.actions}>
      <Row role="group" aria-label={t.actions}>
        {isRunning && !run.terminal_only && <Stop id={run.id} doing={doing} />}
        {isOnward(run, status) && (
          <Button small look="main" busy={doing.busy} onClick={() => void doing.run(() => continueRun(run.id))}>
            {t.goOn}
          </Button>
        )}
        {(isRunning || status === "paused") && (
          <Sure
            open={t.cancel}
            title={t.cancelTitle}
            why={t.cancelWhy}
            now={t.cancelNow}
            what={() => cancelRun(run.id)}
          />
        )}
        {!isRunning && status !== "paused" && (
          <Sure
            {...{ open: t.remove, title: t.removeTitle, why: t.removeWhy, now: t.removeNow }}
            what={async () => {
              await deleteRun(run.id)
              go("/runs")
            }}
          />
        )}
      </Row>
      {doing.error !== undefined && <Failed error={doing.error} />}
    </Stack>
  )
}

/** Whether a button is enough to carry it on: a pause wants its answer, a spent budget a higher one. */
const isOnward = (run: RunDetail, status: string): boolean =>
  !isAtWork(status) && !run.terminal_only && run.can_continue && status !== "stopped: budget" && !run.approvals.length

function Stop({ id, doing }: { id: string; doing: Doing }) {
  const t = useWords(actionWords)
  const [isAsked, setAsked] = useState(false)
  const stop = () => void doing.run(() => stopRun(id)).then((worked) => setAsked(worked))
  return (
    <Button small busy={isAsked || doing.busy} onClick={stop}>
      {isAsked ? t.stopping : t.stop}
    </Button>
  )
}

interface SureProps {
  /** What the button, the question, its reason and its answer say. */
  open: string
  title: string
  why: string
  now: string
  what: () => Promise<void>
}

/** Something that cannot be taken back: it is asked first. */
function Sure({ open, title, why, now, what }: SureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button small look="danger" onClick={() => setOpen(true)}>
        {open}
      </Button>
      {isOpen && (
        <Confirm
          {...{ question: title, about: why, yes: now }}
          onYes={() => what().then(() => setOpen(false))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
