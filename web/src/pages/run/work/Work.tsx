import { useMemo, useState } from "react"
import { useWords } from "@/i18n/words"
import type { LiveRun, Step } from "@/live/state"
import { Button } from "@/ui"
import { lastAttempts } from "../graph/states"
import { StepCard } from "./StepCard"
import { useFollowing } from "./useFollowing"
import styles from "./work.module.css"
import { workWords } from "./workWords"

/** The latest of them; earlier ones on demand. */
const MOST = 60

interface WorkProps {
  live: LiveRun
  status: string
  lang: string
}

/** The work as a conversation: what each role did, in the order they began. */
export function Work({ live, status, lang }: WorkProps) {
  const t = useWords(workWords)
  const [isAll, setAll] = useState(false)
  const all = useMemo(() => told(live.steps), [live.steps])
  const hidden = isAll ? 0 : Math.max(0, all.length - MOST)
  const { end, isAway, goToEnd } = useFollowing(live.lastSeq, status === "running")
  return (
    <>
      {hidden > 0 && (
        <Button small look="plain" onClick={() => setAll(true)}>
          {t.earlier(hidden)}
        </Button>
      )}
      {all.length ? (
        <ol className={styles.steps}>
          {all.slice(hidden).map(({ step, time }) => (
            <StepCard
              key={`${step.task} ${step.attempt}`}
              {...{ step, time, lang, runId: live.runId }}
              // What is done stays so, whatever becomes of the run: it is not drawn again.
              status={step.state === "done" ? "done" : status}
            />
          ))}
        </ol>
      ) : (
        <p className={styles.quiet}>{t.none}</p>
      )}
      <div ref={end} />
      {isAway && (
        <div className={styles.toEnd}>
          <Button small onClick={goToEnd}>
            ↓ {t.latest}
          </Button>
        </div>
      )}
    </>
  )
}

/** Steps that say something. Where a person could have been asked and was not, nothing happened. */
function told(steps: readonly Step[]): { step: Step; time: number }[] {
  const times = new Map<string, number>()
  return lastAttempts(steps)
    .map((step) => {
      const time = (times.get(step.node) ?? 0) + 1
      times.set(step.node, time)
      return { step, time }
    })
    .filter(({ step }) => !passes(step))
}

const passes = (step: Step): boolean =>
  step.state === "done" && step.node.startsWith("approve_") && !step.summary && !step.notes.length && !step.texts.length
