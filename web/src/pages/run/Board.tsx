import { useState } from "react"
import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { isJudged } from "@/live/judged"
import type { LiveRun } from "@/live/state"
import { Button, Meter } from "@/ui"
import { Fold } from "./Fold"
import styles from "./run.module.css"
import { Finding } from "./work/NoteLine"
import { Plan } from "./work/Plan"
import { workWords } from "./work/workWords"
import { runWords } from "./words"

const MOST = 50

interface BoardProps {
  live: LiveRun
  lang: string
  isRunning: boolean
  /** Whether the result beside it shows scores and findings itself. */
  isShownBeside: boolean
}

/** Plan, scores and findings as they come, above the steps that they came from. */
export function Board({ live, lang, isRunning, isShownBeside }: BoardProps) {
  const t = useWords(runWords)
  return (
    <>
      {live.plan.length > 0 && (
        <Fold title={<Counted word={t.plan} count={live.plan.length} />} open={isRunning}>
          <Plan steps={live.plan} lang={lang} />
        </Fold>
      )}
      {!isShownBeside && <Scores live={live} />}
      {!isShownBeside && <Findings live={live} lang={lang} />}
    </>
  )
}

const Counted = ({ word, count }: { word: string; count: number }) => (
  <>
    {word} <span className={styles.quiet}>{count}</span>
  </>
)

function Scores({ live }: { live: LiveRun }) {
  const t = useWords(runWords)
  const names = useNames()
  const f = useFormats()
  const latest = [...new Map(live.scores.map((one) => [one.name, one])).values()]
  if (!latest.length) return null
  return (
    <section className={styles.fold} aria-label={t.scores}>
      <dl className={styles.scores}>
        {latest.map((one) => (
          <div key={one.name}>
            <dt>{names.score(one.name)}</dt>
            <dd>
              {isJudged(live, one) ? (
                <>
                  {f.number(one.value)} <span className={styles.quiet}>/ {f.number(one.scale)}</span>
                  <Meter value={one.value / one.scale} label={names.score(one.name)} />
                </>
              ) : (
                <span className={styles.quiet}>{t.measured(f.number(one.value))}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Findings({ live, lang }: { live: LiveRun; lang: string }) {
  const t = useWords(runWords)
  const { findings } = live
  if (!findings.length) return null
  return (
    <Fold title={t.findings(findings.length)}>
      <FindingList findings={findings} lang={lang} />
    </Fold>
  )
}

function FindingList({ findings, lang }: { findings: LiveRun["findings"]; lang: string }) {
  const t = useWords(workWords)
  const [isAll, setAll] = useState(false)
  const shown = isAll ? findings : findings.slice(-MOST)
  return (
    <>
      {shown.length < findings.length && (
        <Button small look="plain" onClick={() => setAll(true)}>
          {t.all(findings.length)}
        </Button>
      )}
      <ul className={styles.plain}>
        {shown.map((one) => (
          <li key={one.seq}>
            <Finding note={one} lang={lang} />
          </li>
        ))}
      </ul>
    </>
  )
}
