import { usePauses } from "@/pauses/answering"
import { PauseCard } from "@/pauses/PauseCard"
import { Failed, Loading } from "@/ui"
import styles from "./chat.module.css"
import type { Call } from "./message"
import { type AskedFor, pauseOf } from "./pauseOf"

interface Asked extends AskedFor {
  run_id: string
  question: string
}

const isAsked = (input: unknown): input is Asked =>
  typeof input === "object" && input !== null && "run_id" in input && "approval" in input && "question" in input

/** A pause of the run that answers: open, or with what was answered. */
export function Pause({ call, onAnswered }: { call: Call; onAnswered: () => void }) {
  if (!isAsked(call.input)) return null
  return call.state === "output-error" ? (
    <Given asked={call.input} why={call.errorText} />
  ) : (
    <Waiting asked={call.input} call={call} onAnswered={onAnswered} />
  )
}

function Waiting({ asked, call, onAnswered }: { asked: Asked; call: Call; onAnswered: () => void }) {
  const { data, error, mutate } = usePauses(asked.run_id)
  if (error && !data) return <Failed error={error} again={() => void mutate()} />
  if (!data) return <Loading />
  const pause = pauseOf(data, asked, call.state === "approval-requested")
  if (!pause) return <Given asked={asked} why="" />
  return <PauseCard key={pause.id} runId={asked.run_id} approval={pause} onAnswered={onAnswered} />
}

/** A pause that nobody can answer any more. */
function Given({ asked, why }: { asked: Asked; why: string }) {
  return (
    <p className={styles.quiet}>
      <strong>{asked.question}</strong> {why}
    </p>
  )
}
