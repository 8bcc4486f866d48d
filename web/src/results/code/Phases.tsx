import { useWords } from "@/i18n/words"
import { StateIcon } from "@/pages/run/StateIcon"
import styles from "./code.module.css"
import type { PhaseShown } from "./pieces"
import { codeWords } from "./words"

/** What a phase is called; those of an own workflow by their ids. */
export const nameOf = (t: { phase: Record<string, string> }, id: string): string =>
  t.phase[id] ?? id.replaceAll("_", " ")

const ICONS = { waits: "waiting", going_on: "working", done: "done", left: "left" } as const

interface PhasesProps {
  phases: readonly PhaseShown[]
  isGoing: boolean
  /** Whether it waits for a person. */
  isPaused: boolean
}

/** The phases that the work has come to, in their order. */
export function Phases({ phases, isGoing, isPaused }: PhasesProps) {
  const t = useWords(codeWords)
  if (!phases.length) return null
  return (
    <ol className={styles.phases} aria-label={t.phases}>
      {phases.map((one, place) => {
        const isHere = one.state === "going_on" && isGoing
        const state = one.state === "going_on" && !isGoing ? "left" : one.state
        return (
          <li key={one.id} data-state={state} aria-current={isHere ? "step" : undefined}>
            {place > 0 && (
              <span className={styles.arrow} aria-hidden>
                →
              </span>
            )}
            <StateIcon state={isHere && isPaused ? "paused" : ICONS[state]} />
            <span>{nameOf(t, one.id)}</span>
            {one.round > 1 && <span className={styles.quiet}>{t.round(one.round)}</span>}
            <span className="unseen">{t.phaseState[state]}</span>
          </li>
        )
      })}
    </ol>
  )
}
