import { memo, useState } from "react"
import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import type { Step } from "@/live/state"
import { Meter } from "@/ui"
import { stateOf } from "../graph/states"
import { StateIcon } from "../StateIcon"
import { runWords } from "../words"
import { Notes } from "./Notes"
import styles from "./work.module.css"
import { workWords } from "./workWords"
import { Written } from "./Written"

interface StepProps {
  step: Step
  status: string
  /** Which execution of its node this is, from 1. */
  time: number
  lang: string
  runId: string
}

/** What one role did in one go: a line, and all of it below. Open while it is worked on. */
export const StepCard = memo(function StepCard({ step, status, time, lang, runId }: StepProps) {
  const t = useWords(workWords)
  const [chosen, setChosen] = useState<boolean>()
  const state = stateOf(step, status)
  const isOpen = chosen ?? (state === "working" && hasMore(step))
  return (
    <li className={styles.step} data-state={state}>
      <details
        open={isOpen}
        data-node={step.node}
        onToggle={(event) => {
          if (event.currentTarget.open !== isOpen) setChosen(event.currentTarget.open)
        }}
      >
        <Line step={step} state={state} time={time} lang={lang} />
        {isOpen && (
          <div className={styles.inside}>
            {step.notes.length > 0 && (
              <Notes notes={step.notes} lang={lang} runId={runId} isLive={state === "working"} />
            )}
            {step.texts.map((text) => (
              <Written key={`${text.kind} ${text.id}`} text={text} lang={lang} />
            ))}
            {!hasMore(step) && <p className={styles.quiet}>{t.quiet}</p>}
          </div>
        )}
      </details>
    </li>
  )
})

const hasMore = (step: Step): boolean => step.notes.length > 0 || step.texts.length > 0

interface LineProps {
  step: Step
  state: ReturnType<typeof stateOf>
  time: number
  lang: string
}

function Line({ step, state, time, lang }: LineProps) {
  const t = useWords(workWords)
  const page = useWords(runWords)
  const names = useNames()
  const f = useFormats()
  return (
    <summary className={styles.line}>
      <StateIcon state={state} />
      <span className={styles.role}>
        {names.node(step.node)}
        {time > 1 && (
          <span className={styles.quiet}>
            {" "}
            <span aria-hidden>{t.again(time)}</span>
            <span className="unseen">{t.againLong(time)}</span>
          </span>
        )}
      </span>
      {state === "done" ? (
        <>
          <span className="unseen">{page.nodeState.done}</span>
          <span className={styles.summary} lang={lang}>
            {step.summary}
          </span>
          <span className={styles.seconds}>{f.seconds(step.seconds)}</span>
        </>
      ) : (
        <span className={styles.summary}>
          {page.nodeState[state]}
          {state === "working" && <Doing step={step} lang={lang} />}
        </span>
      )}
    </summary>
  )
}

/** How far it is, or what it does, in a few words. */
function Doing({ step, lang }: { step: Step; lang: string }) {
  const note = step.notes.findLast((one) => one.type === "progress" || one.type === "search")
  if (!note) return null
  const isPart = note.type === "progress" && note.total > 0
  return (
    <span lang={lang}>
      {" · "}
      {note.type === "search" ? note.query : note.text}
      {isPart && <Meter value={note.done / note.total} label={note.text} />}
    </span>
  )
}
