import { useEffect, useRef, useState } from "react"
import { Problem } from "@/api/client"
import type { ApprovalShown } from "@/api/types/server"
import { forget } from "./kept"
import { type Answer, sendAnswer, type Sent, usePause } from "./answering"

/** How a form gives its answer, and what came of that. */
export interface Sending {
  send: (answer: Answer) => void
  busy: boolean
  error: unknown
}

/** A pause that is answered once: here, in another tab, or in the terminal. `sent` when it was here. */
export function useAnswering(runId: string, given: ApprovalShown, onAnswered?: () => void) {
  const { pause, look, put } = usePause(runId, given)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [sent, setSent] = useState<Sent>()
  const [wasOpen] = useState(!given.answered)
  const keptAs = `${runId}.${given.id}`
  useEffect(() => {
    if (pause.answered) forget(keptAs)
  }, [pause.answered, keptAs])
  useTold(pause.answered && wasOpen, onAnswered)

  const send = (answer: Answer) => {
    setBusy(true)
    setError(undefined)
    sendAnswer(runId, pause.id, answer)
      .then((answered) => {
        setSent(answered)
        put(answered.pause)
      })
      .catch((problem: unknown) => {
        if (problem instanceof Problem && problem.status === 409) look()
        setError(problem)
      })
      .finally(() => setBusy(false))
  }
  return { pause, sent, keptAs, sending: { send, busy, error } satisfies Sending }
}

/** Calls once, when it has come to be. */
function useTold(is: boolean, tell: (() => void) | undefined): void {
  const told = useRef(false)
  useEffect(() => {
    if (!is || told.current) return
    told.current = true
    tell?.()
  }, [is, tell])
}
