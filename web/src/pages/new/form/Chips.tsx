import { useId } from "react"
import { useLang } from "@/i18n/lang"
import type { ControlProps } from "./FieldInput"
import type { Choice } from "./fields"
import styles from "./form.module.css"
import { Group } from "./Group"

/** One of a few values, all in sight. */
export function Chips({ field, label, about, wrong, value, onChange }: ControlProps) {
  return (
    <Group label={label} about={about} wrong={wrong}>
      <ChipRow choices={field.choices} value={String(value)} onChange={onChange} />
    </Group>
  )
}

/** The values themselves; whoever shows them names them. */
export function ChipRow({
  choices,
  value,
  onChange,
}: {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}) {
  const name = useId()
  const { lang } = useLang()
  return (
    <div className={styles.chips}>
      {choices.map((one) => (
        <label key={one.value} className={styles.chip}>
          <input
            type="radio"
            name={name}
            className={styles.over}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label[lang]}
        </label>
      ))}
    </div>
  )
}
