import { useMemo, useState } from "react"
import type { RunDetail } from "@/api/types/server"
import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { Button, Failed } from "@/ui"
import { EditChoice } from "../EditChoice"
import { type Answer, answerOf, decidedIn, type Decisions, editsOf } from "../edits/model"
import { isRecommended } from "../verdict/verdict"
import { Applied } from "./Applied"
import styles from "./apply.module.css"
import { applied } from "./decisions"
import { Downloads } from "./Downloads"
import { WholeText } from "./WholeText"
import { applyWords } from "./words"

export interface Choosing {
  decisions: Decisions
  /** What was applied last from this page, and by which run. */
  done?: { id: string; answer: Answer }
}

interface Props {
  run: RunDetail
  result: Result
  choosing: Choosing
  onChoose: (change: (was: Choosing) => Choosing) => void
}

const isSame = (one: Answer, other: Answer | undefined) => JSON.stringify(one) === JSON.stringify(other)

/** The edits of a review: chosen one by one, then applied by a run that asks no model. */
export function EditsTab({ run, result, choosing, onChoose }: Props) {
  const t = useWords(applyWords)
  const edits = useMemo(() => editsOf(result), [result])
  const start = useMemo(() => decidedIn(result.decisions), [result.decisions])
  const { decisions, done } = choosing
  const answer = answerOf(edits, decisions)
  const { apply, busy, failed } = useApply(run, answer, (id) => onChoose((was) => ({ ...was, done: { id, answer } })))
  const isDone = isSame(answer, done?.answer)
  const hint = !answer.accept.length ? t.nothing : isSame(answer, answerOf(edits, start)) ? t.unchanged : ""
  return (
    <>
      <p>{introduced(result, t)}</p>
      <Downloads run={run} holds={heldBy(result, t)} />
      <EditChoice
        edits={edits}
        original={result.original}
        lang={result.lang}
        decisions={decisions}
        start={start}
        recommended={isRecommended(result)}
        onChange={(next) => onChoose((was) => ({ ...was, decisions: next }))}
        below={
          <>
            {failed !== undefined && <Failed error={failed} />}
            {done && isDone && <Applied key={done.id} id={done.id} />}
          </>
        }
      >
        <Button look="main" disabled={!!hint || isDone} busy={busy} onClick={() => void apply()}>
          {t.apply}
        </Button>
      </EditChoice>
      <p className={styles.quiet}>{hint || t.applyHint}</p>
      <WholeText original={result.original} edits={edits} decisions={decisions} lang={result.lang} />
    </>
  )
}

function useApply(run: RunDetail, answer: Answer, onDone: (id: string) => void) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const apply = async () => {
    setBusy(true)
    setFailed(undefined)
    try {
      onDone(await applied(run, answer))
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return { apply, busy, failed }
}

type Words = (typeof applyWords)["en"]

function introduced(result: Result, t: Words): string {
  if (result.outcome === "no_gain") return t.noGain
  return result.outcome === "not_compared" ? t.notCompared : t.recommended
}

function heldBy(result: Result, t: Words): string {
  const states = (result.decisions ?? []).map((one) => one.state)
  const taken = states.filter((one) => one === "accepted" || one === "edited").length
  if (states.every((one) => one === "open")) return isRecommended(result) ? t.all : t.same
  return taken ? t.taken(taken) : t.same
}
