import type { Result } from "@/api/types/code"
import { useWords } from "@/i18n/words"
import { Stack } from "@/ui"
import { isAtWork } from "@/ui/Status"
import Files from "../Files"
import type { ResultProps } from "../props"
import { Agents } from "./Agents"
import styles from "./code.module.css"
import { Findings } from "./Findings"
import { Outcome } from "./Outcome"
import { Phases } from "./Phases"
import { foundInAll, openFindings, phasesOf, verdictsOf } from "./pieces"
import { Tasks } from "./Tasks"
import { Verdicts } from "./Verdicts"
import { codeWords } from "./words"

/** A run of the team `code`: its board while the agents are at work, and what came of it when it is over. */
export default function CodeResult({ run, live }: ResultProps) {
  const t = useWords(codeWords)
  const result = run.result as unknown as Result | null | undefined
  // While it asks something, all stands as it stood.
  const isGoing = (isAtWork(run.status) || run.status === "paused") && !live.ended
  return (
    <Stack className={styles.board}>
      {result && <Outcome run={run} result={result} />}
      <Board {...{ run, live, result, isGoing }} />
      {run.artifacts.length > 0 && (
        <section className={styles.part} aria-label={t.report}>
          <h2>{t.report}</h2>
          <Files run={run} live={live} />
        </section>
      )}
    </Stack>
  )
}

function Board({ run, live, result, isGoing }: ResultProps & { result: Result | null | undefined; isGoing: boolean }) {
  const t = useWords(codeWords)
  const phases = phasesOf(live, isGoing)
  const isNothing = !phases.length && !live.agents.length
  if (isNothing) return result ? null : <p className={styles.quiet}>{t.nothing}</p>
  const agents = <Agents agents={live.agents} tasks={live.tasks} isGoing={isGoing} lang={run.lang} />
  return (
    <>
      <Phases phases={phases} isGoing={isGoing} isPaused={run.status === "paused"} />
      {isGoing && agents}
      <Findings open={openOf(result, live)} found={foundInAll(live)} lang={run.lang} />
      <Tasks phases={phases} isGoing={isGoing} lang={run.lang} />
      <Verdicts verdicts={verdictsOf(live)} lang={run.lang} />
      {!isGoing && agents}
    </>
  )
}

/** A finding as it is shown. */
export interface FindingShown {
  id: string
  severity: "critical" | "major" | "minor"
  text: string
  place: string
  suggestion: string
  /** Open, or advice that never sent anything back. */
  state: string
}

/** What is open in the end is known, and advice stays; before it, what nothing tells to be mended. */
function openOf(result: Result | null | undefined, live: ResultProps["live"]): FindingShown[] {
  if (!result) return openFindings(live)
  const open = result.open_findings.map(({ id, severity, issue, file, line, suggestion }) => ({
    ...{ id, severity, text: issue, suggestion, state: "open" },
    place: line === null ? file : `${file}:${line}`,
  }))
  const known = new Set(open.map((one) => one.id))
  return [...open, ...openFindings(live).filter((one) => one.state === "advice" && !known.has(one.id))]
}
