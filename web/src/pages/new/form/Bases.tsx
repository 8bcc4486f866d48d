import { Link } from "wouter"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { useBases } from "@/pages/kb/asking"
import type { ControlProps } from "./FieldInput"
import styles from "./form.module.css"
import { Group } from "./Group"
import { TickLine } from "./Ticks"
import { formWords } from "./words"

/** Knowledge bases to search. */
export function Bases({ label, about, wrong, value, onChange }: ControlProps) {
  const t = useWords(formWords)
  const { number } = useFormats()
  const bases = useBases().data
  const chosen = Array.isArray(value) ? value : []
  if (!bases) return null
  return (
    <Group label={label} about={bases.length ? about : ""} wrong={wrong}>
      {!bases.length && (
        <p className={styles.quiet}>
          {t.noBases} <Link href="/kb">{t.toBases}</Link>
        </p>
      )}
      {bases.map(({ name, documents }) => (
        <TickLine
          key={name}
          label={
            <>
              {name} <span className={styles.quiet}>{t.bases(number(documents))}</span>
            </>
          }
          checked={chosen.includes(name)}
          onChange={(isOn) => onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))}
        />
      ))}
    </Group>
  )
}
