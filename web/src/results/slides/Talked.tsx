import { type FormEvent, useState } from "react"
import { useLocation } from "wouter"
import { startRun } from "@/api/starting"
import type { RunDetail } from "@/api/types/server"
import type { Result } from "@/api/types/slides"
import { useWords } from "@/i18n/words"
import { Button, Failed, Field, Row, TextArea } from "@/ui"
import { checkWords } from "./checkWords"
import styles from "./deck.module.css"
import { Lines } from "./SlideFacts"
import { deckWords } from "./words"

/** A run in which the coordinator only talked: what was said, and a box to answer it. */
export function Talked({ run, result }: { run: RunDetail; result: Result }) {
  const t = useWords(deckWords)
  return (
    <div className={styles.talked}>
      <p lang={result.lang} className={styles.reply}>
        {result.reply || t.noDeck}
      </p>
      <Lines lines={result.notes} lang={result.lang} />
      <Planned result={result} />
      <Answer run={run} />
    </div>
  )
}

function Planned({ result }: { result: Result }) {
  const t = useWords(deckWords)
  const { status } = useWords(checkWords)
  if (!result.plan) return null
  return (
    <details>
      <summary>{t.planned}</summary>
      <ol lang={result.lang}>
        {result.plan.steps.map((one) => (
          <li key={one.id}>
            {one.title} <span className={styles.quiet}>{status[one.status]}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** What is said here begins a run that goes on from this one. */
function Answer({ run }: { run: RunDetail }) {
  const t = useWords(deckWords)
  const [, go] = useLocation()
  const [words, setWords] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!words.trim() || isBusy) return
    setBusy(true)
    try {
      const { preset, models } = run.options
      const options = { preset, ...(models && { models }), continues: run.id, thread: run.thread }
      const next = await startRun({ team: "slides", mode: run.mode, request: { wish: words }, options })
      go(`/runs/${next.id}`)
    } catch (error) {
      setRefused(error)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} className={styles.answer}>
      <Field label={t.answer}>
        {(tied) => <TextArea {...tied} rows={3} value={words} onChange={(event) => setWords(event.target.value)} />}
      </Field>
      {refused !== undefined && <Failed error={refused} />}
      <Row>
        <Button type="submit" look="main" busy={isBusy} disabled={!words.trim()}>
          {t.send}
        </Button>
      </Row>
    </form>
  )
}
