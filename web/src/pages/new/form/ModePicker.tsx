import { useId } from "react"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import styles from "./form.module.css"
import type { Form } from "./useForm"
import { formWords } from "./words"

/** How the team is to work, each way in a sentence; nothing where there is one way only. */
export function ModePicker({ form }: { form: Form }) {
  const t = useWords(formWords)
  const { lang } = useLang()
  const name = useId()
  const modes = form.team.about_modes
  if (modes.length < 2) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t.mode}</legend>
      <div className={styles.modes}>
        {modes.map((one) => (
          <label key={one.name} className={styles.mode}>
            <input
              type="radio"
              name={name}
              className={styles.over}
              checked={form.mode === one.name}
              aria-describedby={`${name}-${one.name}`}
              onChange={() => form.setMode(one.name)}
            />
            <span className={styles.modeName}>{lang === "ja" ? one.label_ja : one.label}</span>
            <span id={`${name}-${one.name}`} className={styles.quiet}>
              {lang === "ja" ? one.summary_ja : one.summary}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
