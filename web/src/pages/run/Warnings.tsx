import { useFormats } from "@/i18n/formats"
import { useTold } from "@/i18n/told"
import { useWords } from "@/i18n/words"
import type { RunDetail } from "@/api/types/server"
import type { LiveRun } from "@/live/state"
import { Note } from "@/ui"
import { counted, reasons } from "./counted"
import styles from "./run.module.css"
import { runWords } from "./words"

/** More of them are folded. */
const SHOWN = 3

/** What the reader should know: who answered in place of models, what is degraded, what was skipped. */
export function Warnings({ run, live, isRunning }: { run: RunDetail; live: LiveRun; isRunning: boolean }) {
  const t = useWords(runWords)
  const f = useFormats()
  const found = counted(live.warnings.map((one) => one.text))
  const list = (
    <ul className={styles.plain} lang={run.lang}>
      {found.map(([text, count]) => (
        <li key={text}>
          {text} {count > 1 && <span className={styles.quiet}>({t.times(count)})</span>}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {!isRunning && <RulesNote run={run} live={live} />}
      {found.length > 0 && found.length <= SHOWN && <Note>{list}</Note>}
      {found.length > SHOWN && (
        <Note>
          <details>
            <summary>{t.warnings(Number(f.number(found.length)))}</summary>
            {list}
          </details>
        </Note>
      )}
    </>
  )
}

/** Said once, at the end: that rules answered, and why where models were meant to. */
function RulesNote({ run, live }: { run: RunDetail; live: LiveRun }) {
  const t = useWords(runWords)
  const told = useTold()
  const { calls, rule_calls: rules } = run.costs
  if (!rules || (live.preset || run.options.preset) === "none") return null
  const known: Record<string, string> = t.reasons
  const why = reasons(live.steps).map((reason) => told(known[reason] ?? reason))
  return (
    <Note>
      <p>{calls ? t.someRules(rules, calls + rules) : t.allRules}</p>
      {why.length > 0 && (
        <p>
          {why.map((one, at) => (
            <span key={one.text} lang={one.lang}>
              {at > 0 && " · "}
              {one.text}
            </span>
          ))}
        </p>
      )}
    </Note>
  )
}
