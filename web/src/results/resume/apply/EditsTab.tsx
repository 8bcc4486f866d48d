import { useMemo, useState } from "react"
import type { RunDetail } from "@/api/types/server"
import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { Button, Failed } from "@/ui"
import { EditChoice } from "../EditChoice"
import { answerOf, decidedIn, type Decisions, editsOf } from "../edits/model"
import { isRecommended } from "../verdict/verdict"
import { Applied } from "./Applied"
import styles from "./apply.module.css"
import { applied } from "./decisions"
import { Downloads } from "./Downloads"
import { WholeText } from "./WholeText"
import { applyWords } from "./words"

export interface Choosing {
  decisions: Decisions
  /** The run that applied edits last, from this page. */
  done?: string
}

interface Props {
  run: RunDetail
  result: Result
  choosing: Choosing
  onChoose: (next: Choosing) => void
}

/** The edits of a review: chosen one by one, then applied by a run that asks no model. */
export function EditsTab({ run, result, choosing, onChoose }: Props) {
  const t = useWords(applyWords)
  const edits = useMemo(() => editsOf(result), [result])
  const start = useMemo(() => decidedIn(result.decisions), [result.decisions])
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const answer = answerOf(edits, choosing.decisions)
  const isSame = JSON.stringify(answer) === JSON.stringify(answerOf(edits, start))

  const apply = async () => {
    setBusy(true)
    setFailed(undefined)
    try {
      onChoose({ ...choosing, done: await applied(run, answer) })
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p>{introduced(result, t)}</p>
      <Downloads run={run} holds={heldBy(result, t)} />
      <EditChoice
        edits={edits}
        original={result.original}
        lang={result.lang}
        decisions={choosing.decisions}
        start={start}
        recommended={isRecommended(result)}
        onChange={(decisions) => onChoose({ ...choosing, decisions })}
      >
        <Button look="main" disabled={!answer.accept.length || isSame} busy={busy} onClick={() => void apply()}>
          {t.apply}
        </Button>
      </EditChoice>
      <p className={styles.quiet}>{!answer.accept.length ? t.nothing : isSame ? t.unchanged : t.applyHint}</p>
      {failed !== undefined && <Failed error={failed} again={() => void apply()} />}
      {choosing.done && <Applied key={choosing.done} id={choosing.done} />}
      <WholeText original={result.original} edits={edits} decisions={choosing.decisions} lang={result.lang} />
    </>
  )
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
