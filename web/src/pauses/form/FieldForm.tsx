import type { ComponentType } from "react"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { placeOf } from "../faults"
import { labelOf } from "../labels"
import styles from "../pauses.module.css"
import { emptyOf, fieldsOf, type Kind, kindOf, mainField, propertiesOf, type Schema } from "../schema"
import { pauseWords } from "../words"
import { type Asked, faultAt } from "./asked"
import { Entries } from "./Entries"
import { Choice, Figure, Flag, JsonText, Numbers, Picks, Text } from "./Simple"

/** Most entries of a list that names no bound. */
const MOST = 100
/** Fields of an entry that few people touch: they are folded. */
const ASIDE = new Set([
  ...["also", "better", "comparable", "mechanism", "supports", "refutes", "explains"],
  ...["why", "rag_queries", "web_queries", "depends_on", "covers", "figure", "kind"],
])

const FORMS: Record<Kind, ComponentType<Asked>> = {
  text: Text,
  choice: Choice,
  flag: Flag,
  number: Figure,
  picks: Picks,
  numbers: Numbers,
  json: JsonText,
  lines: List,
  records: List,
  record: Record,
}

/** The form of a value, made from its schema; fields we know have words of their own. */
export function FieldForm(asked: Asked) {
  const Form = FORMS[kindOf(asked.schema)]
  return <Form {...asked} />
}

function List({ schema, name, label, value, onChange, place, faults }: Asked) {
  const t = useWords(pauseWords)
  const items: unknown[] = Array.isArray(value) ? value : []
  const fault = faultAt({ faults, place })
  const one = schema.items ?? {}
  return (
    <Entries
      label={label}
      items={items}
      onChange={onChange}
      fresh={() => emptyOf(one)}
      most={schema.maxItems ?? MOST}
      wrong={fault && t.why(fault)}
    >
      {(item, at, onKeyDown) => (
        <FieldForm
          bare
          schema={one}
          name={name}
          label={`${label} ${at + 1}`}
          value={item}
          onChange={(now) => onChange(items.map((old, other) => (other === at ? now : old)))}
          place={placeOf(place, at)}
          faults={faults}
          onKeyDown={onKeyDown}
        />
      )}
    </Entries>
  )
}

function Record({ schema, name, label, value, onChange, place, faults, bare, onKeyDown }: Asked) {
  const t = useWords(pauseWords)
  const { lang } = useLang()
  const fields = fieldsOf(schema, value)
  const all = propertiesOf(schema)
  const aside = bare ? all.filter(([key]) => ASIDE.has(key)) : []
  const form = ([key, one]: [string, Schema]) => (
    <FieldForm
      key={key}
      schema={one}
      name={key}
      label={labelOf(lang, key, one)}
      value={fields[key]}
      onChange={(now) => onChange({ ...fields, [key]: now })}
      place={placeOf(place, key)}
      faults={faults}
      onKeyDown={bare && key === mainField(schema) ? onKeyDown : undefined}
    />
  )
  const isWrong = aside.some(([key]) => Object.keys(faults).some((at) => at.startsWith(placeOf(place, key))))
  return (
    <div role={name ? "group" : undefined} aria-label={name ? label : undefined} className={styles.record}>
      {all.filter((one) => !aside.includes(one)).map(form)}
      {aside.length > 0 && (
        <details open={isWrong || undefined}>
          <summary>{t.more}</summary>
          <div className={styles.record}>{aside.map(form)}</div>
        </details>
      )}
    </div>
  )
}
