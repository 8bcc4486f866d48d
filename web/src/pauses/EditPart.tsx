import { useState } from "react"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Button, Note, Row } from "@/ui"
import { type Faults, faultsOf } from "./faults"
import { FieldForm } from "./form/FieldForm"
import { labelOf } from "./labels"
import styles from "./pauses.module.css"
import { fieldsOf, type Schema, tidied } from "./schema"
import { LEAVE_OUT, type Step, Steps } from "./Steps"
import { pauseWords } from "./words"

interface EditPartProps {
  name: string
  schema: Schema
  steps: Step[]
  /** As it was before anybody changed it. */
  first: unknown
  value: unknown
  onChange: (value: unknown) => void
  onBack: () => void
  onSend: (value: unknown) => void
  busy: boolean
}

/** What is decided on as a form; it is looked at before it is sent. */
export function EditPart({ name, schema, steps, first, value, onChange, onBack, onSend, busy }: EditPartProps) {
  const t = useWords(pauseWords)
  const { lang } = useLang()
  const [faults, setFaults] = useState<Faults>({})
  const change = (now: unknown) => {
    onChange(now)
    if (Object.keys(faults).length) setFaults(faultsOf(schema, tidied(schema, now)))
  }
  const send = () => {
    const ready = tidied(schema, value)
    const found = ready === undefined ? { "": { why: "json" as const } } : faultsOf(schema, ready)
    setFaults(found)
    if (Object.keys(found).length === 0) onSend(ready)
  }
  const fields = fieldsOf(schema, value)
  return (
    <>
      <div className={styles.form}>
        <FieldForm
          schema={withoutSteps(schema)}
          name={name}
          label={labelOf(lang, name, schema)}
          value={value}
          onChange={change}
          place=""
          faults={faults}
        />
        {steps.length > 0 && (
          <Steps
            steps={steps}
            out={Array.isArray(fields[LEAVE_OUT]) ? fields[LEAVE_OUT] : []}
            onChange={(out) => change({ ...fields, [LEAVE_OUT]: out })}
          />
        )}
      </div>
      {Object.keys(faults).length > 0 && (
        <Note tone="bad" role="alert">
          <p>{t.mend}</p>
        </Note>
      )}
      <Row>
        <Button look="main" busy={busy} onClick={send}>
          {t.sendEdited}
        </Button>
        <Button onClick={onBack}>{t.back}</Button>
        <Button look="plain" onClick={() => change(first)}>
          {t.reset}
        </Button>
      </Row>
    </>
  )
}

/** Steps have a form of their own. */
function withoutSteps(schema: Schema): Schema {
  if (!schema.properties) return schema
  const kept = Object.entries(schema.properties).filter(([name]) => name !== LEAVE_OUT)
  return { ...schema, properties: Object.fromEntries(kept) }
}
