import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import type { NodeState } from "../graph/states"
import { StateIcon } from "../StateIcon"
import { type PlanLine, planLines } from "./planSteps"
import styles from "./work.module.css"
import { workWords } from "./workWords"

const ICONS: Record<string, NodeState> = { running: "working", completed: "done", done: "done", failed: "failed" }

/** A plan with what is done of it, where the team says so. */
export function Plan({ steps, lang }: { steps: LiveRun["plan"]; lang: string }) {
  return (
    <ol className={styles.plan} lang={lang}>
      {planLines(steps).map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </ol>
  )
}

function Line({ line }: { line: PlanLine }) {
  const t = useWords(workWords)
  const names = useNames()
  const states: Record<string, string> = t.planState
  return (
    <li data-state={line.state || undefined}>
      {line.state && <StateIcon state={ICONS[line.state] ?? "waiting"} />}
      <span>
        {line.where && <span className={styles.tag}>{t[line.where]}</span>} {line.text}
        {line.state && (
          <span className={styles.quiet}>
            {" "}
            {[line.role && names.node(line.role), states[line.state] ?? line.state].filter(Boolean).join(" · ")}
          </span>
        )}
        {line.result && <span className={styles.result}>{line.result}</span>}
      </span>
    </li>
  )
}
