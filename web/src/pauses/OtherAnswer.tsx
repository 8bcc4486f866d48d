import { useState } from "react"
import type { ApprovalShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button, Note, Row } from "@/ui"
import { type Faults, faultsOf } from "./faults"
import { FieldForm } from "./form/FieldForm"
import { useKept } from "./kept"
import { Lines } from "./Lines"
import styles from "./pauses.module.css"
import { emptyOf, type Schema, tidied } from "./schema"
import { linesOf } from "./shape"
import type { Sending } from "./useAnswering"
import { pauseWords } from "./words"

interface OtherAnswerProps {
  approval: ApprovalShown
  schema: Schema
  sending: Sending
  keptAs: string
}

/** A pause that we know nothing of: what it shows, and a form made from the schema of its answer. */
export function OtherAnswer({ approval, schema, sending, keptAs }: OtherAnswerProps) {
  const t = useWords(pauseWords)
  const [value, keep] = useKept<unknown>(keptAs, approval.default ?? emptyOf(schema))
  const [faults, setFaults] = useState<Faults>({})
  const send = () => {
    const ready = tidied(schema, value)
    const found = ready === undefined ? { "": { why: "json" as const } } : faultsOf(schema, ready)
    setFaults(found)
    if (Object.keys(found).length === 0) sending.send({ answer: ready })
  }
  return (
    <>
      <Lines lines={linesOf(approval.shown)} />
      <div className={styles.form}>
        <FieldForm schema={schema} name="" label={t.answer} value={value} onChange={keep} place="" faults={faults} />
      </div>
      {Object.keys(faults).length > 0 && (
        <Note tone="bad" role="alert">
          <p>{t.mend}</p>
        </Note>
      )}
      <Row>
        <Button look="main" busy={sending.busy} onClick={send}>
          {t.send}
        </Button>
        <Button busy={sending.busy} onClick={() => sending.send({ default: true })}>
          {t.accept}
        </Button>
      </Row>
    </>
  )
}
