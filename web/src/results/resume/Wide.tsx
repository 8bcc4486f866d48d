import type { ReactNode } from "react"
import styles from "./wide.module.css"

/** What may be wider than the page: it scrolls in itself, by keyboard too. */
export function Wide({ label, children }: { label: string; children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- else it could not be scrolled by keyboard
    <div className={styles.wide} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
