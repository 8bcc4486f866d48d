import type { ReactNode } from "react"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import { FieldInput } from "./FieldInput"
import { type Field, isUsed } from "./fields"
import styles from "./form.module.css"
import type { Form } from "./useForm"
import { formWords } from "./words"

/** What few people need, folded, by what it is about. */
export function Sections({ form }: { form: Form }) {
  const t = useWords(formWords)
  const rest = form.fields.filter((one) => one.section !== "next" && isUsed(one, form.mode))
  const sections = [...new Set(rest.map((one) => one.section))].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
  return sections.map((section) => {
    const own = rest.filter((one) => one.section === section)
    return (
      <Folded
        key={section}
        title={t.sections[section] ?? section}
        changed={own.filter((one) => isChanged(one, form)).length}
      >
        {own.map((field) => (
          <FieldInput key={field.name} field={field} form={form} />
        ))}
      </Folded>
    )
  })
}

const ORDER = ["sources", "text", "look", "work"]

const isChanged = (field: Field, { values, sending }: Form) =>
  JSON.stringify(values[field.name] ?? field.first) !== JSON.stringify(field.first) ||
  sending.files.some((one) => one.place === field.name)

/** A part of the form that is opened on wish; it says how much in it was changed. */
export function Folded({ title, changed, children }: { title: string; changed: number; children: ReactNode }) {
  const t = useWords(formWords)
  return (
    <details className={styles.folded}>
      <summary>
        {title} {changed > 0 && <Badge tone="live">{t.changed(changed)}</Badge>}
      </summary>
      <div className={styles.inner}>{children}</div>
    </details>
  )
}
