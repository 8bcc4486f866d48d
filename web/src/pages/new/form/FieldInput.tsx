import { useLang } from "@/i18n/lang"
import { Field, Input, TextArea } from "@/ui"
import { About } from "./About"
import { Chips } from "./Chips"
import { FileField } from "./FileField"
import type { Field as Asked, Value } from "./fields"
import styles from "./form.module.css"
import { Bases } from "./Bases"
import { Tags } from "./Tags"
import { Tick, Ticks } from "./Ticks"
import type { Form } from "./useForm"
import { useFaultWords } from "./useFaultWords"

/** What each kind of control is handed. */
export interface ControlProps {
  field: Asked
  label: string
  about: string
  wrong: string | undefined
  value: Value
  onChange: (value: Value) => void
  form: Form
}

/** One field of the request: its label, its control, what it is for, what is wrong with it. */
export function FieldInput({ field, form, large }: { field: Asked; form: Form; large?: boolean }) {
  const { lang } = useLang()
  const said = useFaultWords()
  const fault = form.faults[field.name]
  const Control = CONTROLS[field.kind]
  return (
    <div
      data-fault={fault ? field.name : undefined}
      className={large ? styles.large : WIDE.has(field.kind) ? styles.wide : undefined}
    >
      <Control
        field={field}
        form={form}
        label={field.label[lang]}
        about={field.about[lang]}
        wrong={fault && said(fault)}
        value={form.values[field.name] ?? field.first}
        onChange={(value) => form.setValue(field.name, value)}
      />
    </div>
  )
}

/** Kinds that take a line of their own. */
const WIDE = new Set<Asked["kind"]>(["line", "long", "lines", "choice", "toggle", "ticks", "kb", "file"])

const listOf = (value: Value): string[] => (Array.isArray(value) ? value : [])

function Line({ field, label, about, wrong, value, onChange }: ControlProps) {
  return (
    <Field label={label} hint={<About text={about} />} wrong={wrong}>
      {(tied) => (
        <Input
          {...tied}
          value={String(value)}
          maxLength={field.longest}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function Long({ label, about, wrong, value, onChange }: ControlProps) {
  return (
    <Field label={label} hint={<About text={about} />} wrong={wrong}>
      {(tied) => (
        <TextArea
          {...tied}
          required
          rows={3}
          className={styles.long}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function Lines({ label, about, wrong, value, onChange }: ControlProps) {
  return (
    <Field label={label} hint={<About text={about} />} wrong={wrong}>
      {(tied) => (
        <TextArea
          {...tied}
          rows={4}
          value={listOf(value).join("\n")}
          onChange={(event) => onChange(event.target.value ? event.target.value.split("\n") : [])}
        />
      )}
    </Field>
  )
}

function NumberLine({ label, about, wrong, value, onChange }: ControlProps) {
  return (
    <Field label={label} hint={<About text={about} />} wrong={wrong}>
      {(tied) => (
        <Input
          {...tied}
          inputMode="decimal"
          autoComplete="off"
          className={styles.number}
          value={String(value)}
          onChange={(event) => onChange(event.target.value.normalize("NFKC"))}
        />
      )}
    </Field>
  )
}

const CONTROLS = {
  line: Line,
  long: Long,
  lines: Lines,
  number: NumberLine,
  tags: Tags,
  choice: Chips,
  toggle: Tick,
  ticks: Ticks,
  kb: Bases,
  file: FileField,
}
