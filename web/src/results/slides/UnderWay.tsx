import { useEffect, useState } from "react"
import { Link } from "wouter"
import { api, ask } from "@/api/client"
import type { RunBrief } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { useLive } from "@/live/useLive"
import { Button, Failed, Note, Row } from "@/ui"
import styles from "./edit.module.css"
import { editWords } from "./editWords"

/** A change while it is made: what was wished, and what is being done. */
export function UnderWay({ edit, onOver }: { edit: RunBrief; onOver: () => void }) {
  const t = useWords(editWords)
  const formats = useFormats()
  const live = useLive(edit.id)
  const isOver = live.connection === "over" || live.ended !== undefined
  useEffect(() => {
    if (isOver) onOver()
    // What it was over for is looked up once; a new function is no other end.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver])
  const done = live.steps.filter((one) => one.state === "done")
  return (
    <Note tone="live" role="status">
      <div className={styles.note}>
        <p className={styles.strong}>
          <span className={styles.pulse} aria-hidden="true" />
          {t.atWork}
        </p>
        <p lang={edit.lang}>{t.quoted(edit.title)}</p>
        <ul className={styles.steps}>
          {done.map((one) => (
            <li key={`${one.task} ${one.attempt}`} lang={edit.lang}>
              {one.summary || one.node} <span className={styles.quiet}>{formats.seconds(one.seconds)}</span>
            </li>
          ))}
        </ul>
        <Stop id={edit.id} onOver={onOver} />
      </div>
    </Note>
  )
}

function Stop({ id, onOver }: { id: string; onOver: () => void }) {
  const t = useWords(editWords)
  const [refused, setRefused] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    try {
      await ask(api.POST("/api/runs/{run_id}/cancel", { params: { path: { run_id: id } } }))
      onOver()
    } catch (error) {
      setRefused(error)
    }
    setBusy(false)
  }
  return (
    <Row>
      <Button small busy={isBusy} onClick={() => void stop()}>
        {t.stop}
      </Button>
      <Link href={`/runs/${id}`}>{t.toRun}</Link>
      {refused !== undefined && <Failed error={refused} />}
    </Row>
  )
}

/** A change that came to no end, and what can be done about it. */
export function Unfinished({ edit, onChange }: { edit: RunBrief; onChange: () => void }) {
  const t = useWords(editWords)
  const [refused, setRefused] = useState<unknown>()
  const carryOn = async () => {
    try {
      await ask(api.POST("/api/runs/{run_id}/continue", { params: { path: { run_id: edit.id } } }))
      onChange()
    } catch (error) {
      setRefused(error)
    }
  }
  return (
    <Note tone="bad" role="status">
      <div className={styles.note}>
        <p className={styles.strong}>{t.failed}</p>
        <p lang={edit.lang}>{t.quoted(edit.title)}</p>
        <Row>
          {edit.can_continue && (
            <Button small onClick={() => void carryOn()}>
              {t.carryOn}
            </Button>
          )}
          <Link href={`/runs/${edit.id}`}>{t.toRun}</Link>
        </Row>
        {refused !== undefined && <Failed error={refused} />}
      </div>
    </Note>
  )
}
