import { type KeyboardEvent, useRef, useState } from "react"
import { useWords } from "@/i18n/words"
import { Field } from "@/ui"
import { fileWords } from "@/ui/fileWords"
import { About } from "./About"
import type { ControlProps } from "./FieldInput"
import { isComposing } from "@/ui/isComposing"
import styles from "./form.module.css"

const BETWEEN = /[,、，\n]/

/** Short entries: a comma or Enter ends one, Backspace takes the last one back. */
export function Tags({ label, about, wrong, value, onChange }: ControlProps) {
  const t = useWords(fileWords)
  const [typed, setTyped] = useState("")
  const box = useRef<HTMLInputElement>(null)
  const tags = Array.isArray(value) ? value : []
  const add = (text: string) => {
    const fresh = text.split(BETWEEN).map((one) => one.trim())
    onChange([...new Set([...tags, ...fresh.filter(Boolean)])])
    setTyped("")
  }
  const type = (text: string) => {
    if (BETWEEN.test(text)) add(text)
    else setTyped(text)
  }
  const key = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === "Enter" && typed.trim()) {
      event.preventDefault()
      add(typed)
    } else if (event.key === "Backspace" && !typed && tags.length) {
      event.preventDefault()
      setTyped(tags.at(-1) ?? "")
      onChange(tags.slice(0, -1))
    }
  }
  return (
    <Field label={label} hint={<About text={about} />} wrong={wrong}>
      {(tied) => (
        <div className={styles.tags}>
          {tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              {tag}
              <button
                type="button"
                className={styles.cross}
                aria-label={t.remove(tag)}
                onClick={() => {
                  onChange(tags.filter((one) => one !== tag))
                  box.current?.focus()
                }}
              >
                ×
              </button>
            </span>
          ))}
          <input
            {...tied}
            ref={box}
            className={styles.typed}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={key}
            onBlur={() => typed.trim() && add(typed)}
          />
        </div>
      )}
    </Field>
  )
}
