import { useEffect, useRef } from "react"
import type { ApprovalShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import type { Sent } from "./answering"
import { chosenOf } from "./chosen"
import { isFields } from "./schema"
import { shapeOf } from "./shape"
import styles from "./pauses.module.css"
import { pauseWords } from "./words"

/** The words that a person gave with an answer. */
function remarkOf(approval: ApprovalShown): string {
  const shape = shapeOf(approval)
  const field = shape.kind === "decide" ? shape.remark : shape.kind === "words" ? shape.field : ""
  const said = field && isFields(approval.answer) ? approval.answer[field] : ""
  return typeof said === "string" ? said : ""
}

/** A pause that is answered: what, by whom, when; `sent` when it was here and now. */
export function Answered({ approval, sent }: { approval: ApprovalShown; sent: Sent | undefined }) {
  const t = useWords(pauseWords)
  const { time } = useFormats()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sent) ref.current?.focus()
  }, [sent])
  const by = t.by[approval.answered_by] ?? (approval.answered_by || t.terminal)
  const remark = remarkOf(approval)
  return (
    <div ref={ref} tabIndex={-1} role="status" className={styles.answered}>
      <p>
        <Badge tone={chosenOf(approval) === "ended" ? "quiet" : "good"}>{t.chosen[chosenOf(approval)]}</Badge>{" "}
        <strong>{approval.question}</strong>
      </p>
      {remark && <blockquote className={styles.quote}>{remark}</blockquote>}
      <p className={styles.hint}>
        {sent ? (sent.isGoing ? t.sent : t.kept) : t.answered(by, time(approval.answered_at))}
      </p>
    </div>
  )
}
