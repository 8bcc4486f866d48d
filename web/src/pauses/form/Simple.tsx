import { useState } from "react"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Field, Input, Select, TextArea } from "@/ui"
import { choiceOf } from "../labels"
import styles from "../pauses.module.css"
import { pauseWords } from "../words"
import { type Asked, faultAt } from "./asked"

const useWrong = (asked: Asked) => {
  const t = useWords(pauseWords)
  const fault = faultAt(asked)
  return fault && t.why(fault)
}

/** Words: one line that grows with what is written. */
export function Text(asked: Asked) {
  const wrong = useWrong(asked)
  const { bare, label, value, onChange, onKeyDown } = asked
  return (
    <Field label={<span className={bare ? "unseen" : undefined}>{label}</span>} wrong={wrong}>
      {(tied) => (
        <TextArea
          {...tied}
          rows={1}
          className={styles.line}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  )
}

export function Choice(asked: Asked) {
  const { lang } = useLang()
  const { schema, name, label, value, onChange, onKeyDown } = asked
  const options = schema.enum ?? []
  return (
    <Field label={label} wrong={useWrong(asked)}>
      {(tied) => (
        <Select
          {...tied}
          className={styles.short}
          value={options.indexOf(value)}
          onChange={(event) => onChange(options[Number(event.target.value)])}
          onKeyDown={onKeyDown}
        >
          {options.map((one, at) => (
            <option key={String(one)} value={at}>
              {choiceOf(lang, name, one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

export function Flag({ label, value, onChange }: Asked) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

export function Figure(asked: Asked) {
  const { schema, label, value, onChange } = asked
  return (
    <Field label={label} wrong={useWrong(asked)}>
      {(tied) => (
        <Input
          {...tied}
          type="number"
          className={styles.short}
          min={schema.minimum}
          max={schema.maximum}
          value={typeof value === "number" && !Number.isNaN(value) ? value : ""}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.valueAsNumber)}
        />
      )}
    </Field>
  )
}

/** Some of the values that there are. */
export function Picks({ schema, name, label, value, onChange }: Asked) {
  const { lang } = useLang()
  const chosen: unknown[] = Array.isArray(value) ? value : []
  const all = schema.items?.enum ?? []
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {all.map((one) => (
        <label key={String(one)} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={(event) =>
              onChange(all.filter((other) => (other === one ? event.target.checked : chosen.includes(other))))
            }
          />
          {choiceOf(lang, name, one)}
        </label>
      ))}
    </fieldset>
  )
}

/** A list of numbers, written with commas: what cannot be read as one is not taken. */
export function Numbers(asked: Asked) {
  const t = useWords(pauseWords)
  const { label, value, onChange } = asked
  const told = Array.isArray(value) ? value.join(", ") : ""
  const [typed, setTyped] = useState<string>()
  return (
    <Field label={label} hint={t.numbers} wrong={useWrong(asked)}>
      {(tied) => (
        <Input
          {...tied}
          className={styles.short}
          inputMode="numeric"
          value={typed ?? told}
          onBlur={() => setTyped(undefined)}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange((event.target.value.normalize("NFKC").match(/\d+/g) ?? []).map(Number))
          }}
        />
      )}
    </Field>
  )
}

/** Anything, as JSON. What is not JSON yet is not passed on, and said. */
export function JsonText({ label, value, onChange, bare }: Asked) {
  const t = useWords(pauseWords)
  const [typed, setTyped] = useState(() => JSON.stringify(value ?? null, null, 2))
  const [isWrong, setWrong] = useState(false)
  const read = (text: string) => {
    setTyped(text)
    try {
      onChange(JSON.parse(text))
      setWrong(false)
    } catch {
      onChange(undefined)
      setWrong(true)
    }
  }
  return (
    <Field label={bare ? t.json : `${label} (${t.json})`} wrong={isWrong ? t.why({ why: "json" }) : undefined}>
      {(tied) => (
        <TextArea
          {...tied}
          spellCheck={false}
          className={styles.code}
          rows={Math.min(16, typed.split("\n").length + 1)}
          value={typed}
          onChange={(event) => read(event.target.value)}
        />
      )}
    </Field>
  )
}
