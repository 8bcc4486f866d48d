import type { NodeState } from "./graph/states"
import styles from "./run.module.css"

const SHAPES: Record<NodeState, string> = {
  waiting: "M8 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7",
  working: "M8 2.5a5.5 5.5 0 1 1-5.5 5.5",
  paused: "M6 4v8M10 4v8",
  done: "M3.5 8.5l3 3l6-7",
  left: "M4 8h8",
  failed: "M4.5 4.5l7 7M11.5 4.5l-7 7",
}

/** What a step is, as a shape; the word stands beside it. */
export function StateIcon({ state }: { state: NodeState }) {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden className={styles.icon} data-state={state}>
      <path d={SHAPES[state]} />
    </svg>
  )
}
