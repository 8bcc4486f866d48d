import { type ReactNode, useId } from "react"
import { useLang } from "@/i18n/lang"
import { About } from "./About"
import type { ControlProps } from "./FieldInput"
import styles from "./form.module.css"
import { Group } from "./Group"

/** Yes or no. */
export function Tick({ label, about, wrong, value, onChange }: ControlProps) {
  return <TickLine label={label} about={about} wrong={wrong} checked={value === true} onChange={onChange} />
}

/** A box to tick, with what it means below. */
export function TickLine({
  label,
  about,
  wrong,
  checked,
  onChange,
}: {
  label: ReactNode
  about?: string
  wrong?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className={styles.tick}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={about ? `${id}-about` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {about && (
        <span id={`${id}-about`} className={styles.quiet}>
          <About text={about} />
        </span>
      )}
      {wrong && (
        <span role="alert" className={styles.wrong}>
          {wrong}
        </span>
      )}
    </div>
  )
}

/** Any of a few values. */
export function Ticks({ field, label, about, wrong, value, onChange }: ControlProps) {
  const { lang } = useLang()
  const chosen = Array.isArray(value) ? value : []
  const values = field.choices.map((one) => one.value)
  const change = (one: string, isOn: boolean) =>
    onChange(values.filter((each) => (each === one ? isOn : chosen.includes(each))))
  return (
    <Group label={label} about={about} wrong={wrong}>
      {field.choices.map((one) => (
        <TickLine
          key={one.value}
          label={one.label[lang]}
          checked={chosen.includes(one.value)}
          onChange={(isOn) => change(one.value, isOn)}
        />
      ))}
    </Group>
  )
}
