import { useWords } from "@/i18n/words"
import { Field, TextArea } from "@/ui"
import styles from "./pauses.module.css"
import { pauseWords } from "./words"

/** Characters that pauses take; those that take fewer say so themselves. */
const MOST = 2000

interface RemarkProps {
  label: string
  hint: string
  value: string
  onChange: (words: string) => void
  /** The focus comes here. */
  first?: boolean
  most?: number
}

/** Words of the person; what is left is told once the bound is near. */
export function Remark({ label, hint, value, onChange, first, most = MOST }: RemarkProps) {
  const t = useWords(pauseWords)
  const left = most - [...value].length
  return (
    <Field
      label={label}
      hint={left < most / 10 && left >= 0 ? t.left(left) : hint}
      wrong={left < 0 ? t.over(-left) : undefined}
    >
      {(tied) => (
        <TextArea
          {...tied}
          data-first={first || undefined}
          className={styles.remark}
          rows={2}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
