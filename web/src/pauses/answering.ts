import { useCallback, useEffect } from "react"
import useSWR, { mutate } from "swr"
import { runKey } from "@/api/asking"
import { api, ask, type Problem } from "@/api/client"
import type { ApprovalShown } from "@/api/types/server"

/** An answer in the shape of the pause, or its default. */
export type Answer = { answer: unknown } | { default: true }

/** Milliseconds between two looks at a pause that is open: the terminal may have answered it. */
const LOOK_MS = 4000
const CHANNEL = "kasen.pauses"

const keyOf = (runId: string) => `pauses/${runId}`

/** All pauses of a run, the answered ones too; looked at again while one is open. */
export function usePauses(runId: string) {
  const found = useSWR<ApprovalShown[], Problem>(
    keyOf(runId),
    () => ask(api.GET("/api/runs/{run_id}/approvals", { params: { path: { run_id: runId } } })),
    { refreshInterval: (known) => (known?.every((one) => one.answered) ? 0 : LOOK_MS) },
  )
  const again = found.mutate
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = (event) => void (event.data === runId && again())
    return () => channel.close()
  }, [runId, again])
  return found
}

/** The pause as the server has it now; `given` until that is known. `put` says how it stands then. */
export function usePause(runId: string, given: ApprovalShown) {
  const { data, mutate: set } = usePauses(runId)
  const look = useCallback(() => void set(), [set])
  const put = useCallback(
    (now: ApprovalShown) =>
      void set((all) => (all ?? [now]).map((one) => (one.id === now.id ? now : one)), { revalidate: false }),
    [set],
  )
  return { pause: data?.find((one) => one.id === given.id) ?? given, look, put }
}

export interface Sent {
  pause: ApprovalShown
  isGoing: boolean
}

/** Send an answer; the pause as it stands then, and whether somebody works on the run. Throws Problem: 409 when somebody was faster. */
export async function sendAnswer(runId: string, approvalId: string, answer: Answer): Promise<Sent> {
  const path = { run_id: runId, approval: approvalId }
  const answered = await ask(
    api.POST("/api/runs/{run_id}/approvals/{approval}", {
      params: { path },
      body: { go_on: true, default: false, ...answer },
    }),
  )
  tell(runId)
  return { pause: answered.approval, isGoing: answered.going_on }
}

/** Let every part of this page, and the other tabs, look again. */
function tell(runId: string): void {
  void mutate(keyOf(runId))
  void mutate(runKey(runId))
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(runId)
  channel.close()
}
