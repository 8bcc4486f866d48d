import { type ReactNode, useId } from "react"
import { About } from "./About"
import styles from "./form.module.css"

/** Several controls under one name. */
export function Group({
  label,
  about,
  wrong,
  children,
}: {
  label: ReactNode
  about?: string
  wrong?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={`${id}-about ${id}-wrong`}>
      <legend className={styles.legend}>{label}</legend>
      {children}
      {about && (
        <span id={`${id}-about`} className={styles.quiet}>
          <About text={about} />
        </span>
      )}
      <span id={`${id}-wrong`} role="alert" className={styles.wrong}>
        {wrong}
      </span>
    </fieldset>
  )
}
