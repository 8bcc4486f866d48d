import type { ReactNode } from "react"
import { Button, Meter, Row } from "@/ui"
import { useWords } from "@/i18n/words"
import styles from "./edits.module.css"
import { countsOf, type Decisions, type Edit } from "./model"
import { editWords } from "./words"

interface Props {
  edits: readonly Edit[]
  decisions: Decisions
  onTakeAll: (() => void) | undefined
  onReset: () => void
  children?: ReactNode
  below?: ReactNode
}

/** How far one has come, and what can be done for all at once; `children` is what ends it, `below` what came of that. */
export function Bar({ edits, decisions, onTakeAll, onReset, children, below }: Props) {
  const t = useWords(editWords)
  const { accepted, own, rejected, open } = countsOf(edits, decisions)
  const done = edits.length - open
  return (
    <div className={styles.bar}>
      <Meter value={done / edits.length} label={t.decided(done, edits.length)} />
      <Row apart>
        <p role="status">
          <strong>{t.decided(done, edits.length)}</strong>{" "}
          <span className={styles.quiet}>{t.counts(accepted, own, rejected)}</span>
        </p>
        <Row>
          {onTakeAll && (
            <Button small disabled={accepted + own === edits.length} onClick={onTakeAll}>
              {open > 0 && done > 0 ? t.takeAll : t.allTaken}
            </Button>
          )}
          <Button small look="plain" disabled={!Object.values(decisions).some((one) => one.choice)} onClick={onReset}>
            {t.reset}
          </Button>
          {children}
        </Row>
      </Row>
      {below}
    </div>
  )
}
