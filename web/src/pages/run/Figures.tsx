import type { CostsShown, RunDetail } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import { Meter } from "@/ui"
import styles from "./run.module.css"
import { useClock } from "./useClock"
import { runWords } from "./words"

interface Figure {
  label: string
  /** As it stands in words, its number, and the limit in words and number where there is one. */
  shown: string
  value: number
  cap: number | undefined
  capShown: string
  more?: string
}

/** Time, money, calls and tokens, with what of the limits is used. */
export function Figures({ run, live, isRunning }: { run: RunDetail; live: LiveRun; isRunning: boolean }) {
  const t = useWords(runWords)
  const figures = useFigures(run, live, isRunning)
  return (
    <dl className={styles.figures} aria-label={t.figures}>
      {figures.map((one) => (
        <div key={one.label}>
          <dt>{one.label}</dt>
          <dd>
            <strong>{one.shown}</strong> {one.cap !== undefined && t.of(one.capShown)}
            {one.more && <span className={styles.quiet}> {one.more}</span>}
            {one.cap !== undefined && (
              <Meter
                value={one.cap ? one.value / one.cap : 1}
                label={t.used(one.label, Math.round((100 * one.value) / (one.cap || 1)))}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useFigures(run: RunDetail, live: LiveRun, isRunning: boolean): Figure[] {
  const t = useWords(runWords)
  const f = useFormats()
  const spent = spentOf(run.costs, live)
  const seconds = live.workedMs / 1000 + useClock(live.lastAt, isRunning)
  const { caps } = live
  // While it runs, tenths would only flicker.
  const whole = (value: number) => (isRunning ? f.seconds(Math.floor(value)).replace(".0", "") : f.seconds(value))
  const rules = run.costs.rule_calls ? { more: t.byRules(run.costs.rule_calls) } : {}
  return [
    { label: t.time, shown: whole(seconds), value: seconds, cap: caps.seconds, capShown: f.seconds(caps.seconds ?? 0) },
    {
      ...{ label: t.cost, shown: f.usd(spent.usd), value: spent.usd ?? 0 },
      ...{ cap: caps.usd, capShown: f.usd(caps.usd) },
    },
    {
      ...{ label: t.calls, shown: f.number(spent.calls), value: spent.calls, ...rules },
      ...{ cap: caps.calls, capShown: f.number(caps.calls ?? 0) },
    },
    {
      ...{ label: t.tokens, shown: f.number(spent.tokens), value: spent.tokens },
      ...{ cap: caps.tokens, capShown: f.number(caps.tokens ?? 0) },
    },
  ]
}

/** What the server counted last (runs that this one asked for are in it), or what came since, whichever is more. */
function spentOf(costs: CostsShown, live: LiveRun): { usd: number | null; calls: number; tokens: number } {
  const isUnknown = costs.usd === null || live.usd === null
  return {
    usd: isUnknown ? null : Math.max(costs.usd ?? 0, live.usd ?? 0),
    calls: Math.max(costs.calls, live.calls),
    tokens: Math.max(costs.input_tokens + costs.output_tokens, live.tokens),
  }
}
