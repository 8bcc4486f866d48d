import { type FormEvent, useRef } from "react"
import { useWords } from "@/i18n/words"
import { Button, Failed, Field, Note, Row, TextArea } from "@/ui"
import styles from "./edit.module.css"
import { editWords } from "./editWords"
import type { Editing } from "./useEditing"

/** A form of words that needs no model; `select` is the part of it that the person has to fill in. */
export interface Form {
  name: string
  text: string
}

interface EditBoxProps {
  label: string
  placeholder: string
  button: string
  /** Words that are not sent yet; they stay when another slide is looked at. */
  draft: string
  onDraft: (change: (was: string) => string) => void
  onSend: (words: string) => Promise<boolean>
  editing: Editing
  /** While another change is at work. */
  isWaiting: boolean
  forms: Form[]
}

/** Words that say what is to be different. */
export function EditBox({ label, placeholder, button, draft, onDraft, onSend, ...rest }: EditBoxProps) {
  const t = useWords(editWords)
  const { editing, isWaiting, forms } = rest
  const area = useRef<HTMLTextAreaElement>(null)
  const isBlocked = isWaiting || editing.isSending
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBlocked || !draft.trim()) return
    if (await onSend(draft)) onDraft((was) => (was === draft ? "" : was))
  }
  const take = (text: string) => {
    onDraft((was) => (was.trim() ? `${was.trimEnd()}\n${text}` : text))
    area.current?.focus()
  }
  return (
    <form className={styles.box} onSubmit={(event) => void submit(event)}>
      <Field label={label} hint={isWaiting ? t.serial : undefined}>
        {(tied) => (
          <TextArea
            {...tied}
            ref={area}
            className={styles.words}
            rows={2}
            value={draft}
            placeholder={placeholder}
            onChange={({ target: { value } }) => onDraft(() => value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
        )}
      </Field>
      {forms.length > 0 && (
        <Row role="group" aria-label={t.forms}>
          {forms.map((one) => (
            <Button key={one.name} small className={styles.form} onClick={() => take(one.text)}>
              {one.name}
            </Button>
          ))}
        </Row>
      )}
      <Row>
        <Button type="submit" look="main" busy={editing.isSending} disabled={isWaiting || !draft.trim()}>
          {button}
        </Button>
      </Row>
    </form>
  )
}

/** Why the last change was not begun. */
export function Refused({ editing }: { editing: Editing }) {
  const t = useWords(editWords)
  if (!editing.refused) return null
  if (!editing.isBusy) return <Failed error={editing.refused} />
  return (
    <Note tone="fair" role="alert">
      <p>{t.busy}</p>
    </Note>
  )
}
