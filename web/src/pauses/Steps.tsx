import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import styles from "./pauses.module.css"
import { pauseWords } from "./words"

/** Field of a plan's answer that names steps which are not wanted. */
export const LEAVE_OUT = "leave_out"
const STEP = /^(S\d+) (\w+): (.*)$/su

export interface Step {
  id: string
  role: string
  text: string
}

/** Steps of a plan as a pause shows them: `S1 role: title · what to do`. */
export const stepsOf = (lines: readonly string[]): Step[] =>
  lines.flatMap((line) => {
    const found = STEP.exec(line)
    const [, id, role, text] = found ?? []
    return id && role && text ? [{ id, role, text: withoutEcho(text) }] : []
  })

/** Rules say what a step does in the words of its title: once is enough. */
const withoutEcho = (text: string) => text.replace(/^(.+?) · \1$/su, "$1")

/** The steps of a plan; each can be left out where `onChange` is given. */
export function Steps({
  steps,
  out,
  onChange,
}: {
  steps: Step[]
  out: readonly unknown[]
  onChange?: (out: unknown[]) => void
}) {
  const t = useWords(pauseWords)
  const names = useNames()
  const line = ({ role, text }: Step) => (
    <span>
      {text} <span className={styles.hint}>{names.node(role)}</span>
    </span>
  )
  if (!onChange)
    return (
      <section>
        <h3>{t.leaveOut}</h3>
        <ol className={styles.list}>
          {steps.map((one) => (
            <li key={one.id}>{line(one)}</li>
          ))}
        </ol>
      </section>
    )
  return (
    <fieldset className={styles.group}>
      <legend>{t.leaveOut}</legend>
      {steps.map((one) => (
        <label key={one.id} className={styles.check}>
          <input
            type="checkbox"
            checked={!out.includes(one.id)}
            onChange={(event) => onChange(event.target.checked ? out.filter((id) => id !== one.id) : [...out, one.id])}
          />
          {line(one)}
        </label>
      ))}
      <p className={styles.hint}>{t.leaveOutHint}</p>
    </fieldset>
  )
}
