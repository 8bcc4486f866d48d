import { lazy, Suspense } from "react"
import type { ApprovalShown } from "@/api/types/server"
import { Loading } from "@/ui"
import type { Sending } from "./useAnswering"

const EditsForm = lazy(() => import("./EditsForm"))

export interface EditsAnswerProps {
  approval: ApprovalShown
  sending: Sending
  keptAs: string
}

/** Which edits of a text shall stand; what shows them is loaded when one is asked about. */
export function EditsAnswer(props: EditsAnswerProps) {
  return (
    <Suspense fallback={<Loading />}>
      <EditsForm {...props} />
    </Suspense>
  )
}
