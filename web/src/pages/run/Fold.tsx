import { type ReactNode, useState } from "react"
import styles from "./run.module.css"

interface FoldProps {
  title: ReactNode
  /** Whether it is open at first. */
  open?: boolean
  children: ReactNode
}

/** Something that is folded: what nobody looks at is not drawn. */
export function Fold({ title, open = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(open)
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  )
}
