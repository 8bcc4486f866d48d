import { lazy, Suspense, useCallback, useId, useRef, useState } from "react"
import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import { Result } from "@/results/Result"
import { Loading, Stack } from "@/ui"
import { isAtWork } from "@/ui/Status"
import { Actions } from "./Actions"
import { AtTerminal } from "./AtTerminal"
import { Attention, Notify } from "./Attention"
import { Board } from "./Board"
import { Budget } from "./Budget"
import { Costs } from "./Costs"
import { Figures } from "./Figures"
import { Fold } from "./Fold"
import { GoOn } from "./GoOn"
import { Head } from "./Head"
import { Pauses } from "./Pauses"
import styles from "./run.module.css"
import { goesOnHere } from "./onward"
import { isDone, statusOf } from "./status"
import { type Tab, Tabs, tabIds } from "./Tabs"
import { After, Before, Nested } from "./Thread"
import { Trouble } from "./Trouble"
import { Warnings } from "./Warnings"
import { Work } from "./work/Work"
import { runWords } from "./words"

const Graph = lazy(() => import("./graph/Graph"))

interface ViewProps {
  run: RunDetail
  live: LiveRun
}

/** The page of a run: above what it is and how far, then the work as a conversation and, beside it, what it makes. */
export function RunView({ run, live }: ViewProps) {
  const status = statusOf(run, live)
  const isRunning = isAtWork(status)
  const done = isDone(run, status)
  const [tab, setTab] = useTab(status === "paused")
  // A board is what there is to see of a run whose agents work elsewhere.
  const isWide = done || run.team === "code"
  const shown = tab ?? firstShown(isWide, status)
  const work = useRef<HTMLElement>(null)
  const ids = tabIds(useId())
  const pick = useCallback(
    (node: string) => {
      setTab("work")
      // After the tab is there.
      requestAnimationFrame(() => openStep(work.current, node))
    },
    [setTab],
  )
  return (
    <div className={styles.page}>
      <Attention title={run.title} status={status} />
      {run.options.continues && <Before id={run.options.continues} />}
      <Head run={run} live={live} status={status}>
        <Actions run={run} status={status} />
      </Head>
      <Figures run={run} live={live} isRunning={isRunning} />
      <Trouble run={run} live={live} status={status} />
      <AtTerminal run={run} status={status} caps={live.caps} />
      <Warnings run={run} live={live} isRunning={isRunning} />
      <GraphFold run={run} live={live} status={status} onPick={pick} />
      <Tabs ids={ids} shown={shown} onShow={setTab} isResultFirst={isWide} isBoard={isWide && !done} />
      <div className={styles.columns} data-done={isWide || undefined} data-tab={shown}>
        <section ref={work} id={ids.panel.work} aria-labelledby={ids.tab.work} className={styles.work} tabIndex={-1}>
          <WorkColumn run={run} live={live} status={status} isRunning={isRunning} />
        </section>
        <section id={ids.panel.result} aria-labelledby={ids.tab.result} className={styles.result}>
          <Result run={run} live={live} />
          {done && !run.terminal_only && goesOnHere(run.team) && <GoOn run={run} />}
          <After run={run} />
        </section>
      </div>
    </div>
  )
}

/** What is seen before anybody chose: what a run asks stands beside its work. */
const firstShown = (isWide: boolean, status: string): Tab => (isWide && status !== "paused" ? "result" : "work")

/** The column that the person chose, until the run asks something: that is seen, wherever one was. */
function useTab(isPaused: boolean): [tab: Tab | undefined, choose: (tab: Tab) => void] {
  const [tab, choose] = useState<Tab>()
  const [wasPaused, setPaused] = useState(isPaused)
  if (wasPaused !== isPaused) {
    setPaused(isPaused)
    if (isPaused) choose("work")
  }
  return [tab, choose]
}

function WorkColumn({ run, live, status, isRunning }: ViewProps & { status: string; isRunning: boolean }) {
  return (
    <Stack>
      <Pauses run={run} />
      <h2 className="unseen">{useWords(runWords).work}</h2>
      {status === "stopped: budget" && run.can_continue && !run.terminal_only && <Budget run={run} caps={live.caps} />}
      <Nested run={run} />
      <Board
        live={live}
        lang={run.lang}
        isRunning={isRunning}
        isShownBeside={run.team === "resume" || run.team === "code"}
      />
      <Work live={live} status={status} lang={run.lang} />
      {isRunning && <Notify />}
      <Costs costs={run.costs} />
    </Stack>
  )
}

function GraphFold({ run, live, status, onPick }: ViewProps & { status: string; onPick: (node: string) => void }) {
  const t = useWords(runWords)
  const [isFirst] = useState(() => isAtWork(status) && window.matchMedia("(min-width: 60rem)").matches)
  return (
    <Fold title={t.graph} open={isFirst}>
      <Suspense fallback={<Loading />}>
        <Graph team={run.team} mode={live.mode || run.mode} steps={live.steps} status={status} onPick={onPick} />
      </Suspense>
    </Fold>
  )
}

/** Opens the latest step of a node and puts the focus there. */
function openStep(work: HTMLElement | null, node: string): void {
  const steps = work?.querySelectorAll<HTMLDetailsElement>(`details[data-node="${CSS.escape(node)}"]`)
  const last = steps?.[steps.length - 1]
  if (!last) return void work?.focus()
  last.open = true
  last.querySelector("summary")?.focus()
}
