import { type ReactNode, useState } from "react"
import type { Result } from "@/api/types/resume"
import type { RunDetail } from "@/api/types/server"
import { useWords, words } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import { useKept } from "@/pauses/kept"
import { type Choosing, EditsTab } from "./apply/EditsTab"
import { Checks } from "./checks/Checks"
import { decidedIn } from "./edits/model"
import { answered, type Answers } from "./facts/answers"
import { Facts } from "./facts/Facts"
import { NewRound } from "./facts/NewRound"
import { Findings } from "./findings/Findings"
import { findingsOf } from "./findings/findings"
import { Posting, statesOf } from "./posting/Posting"
import styles from "./review.module.css"
import { Scores } from "./scores/Scores"
import { type Tab, Tabs } from "./Tabs"
import { Verdict } from "./verdict/Verdict"

const reviewWords = words(
  {
    parts: "Parts of the review",
    edits: "Edits",
    findings: "Findings",
    posting: "Posting",
    works: "Works",
    facts: "Facts",
    scores: "Scores",
    checks: "How it was made",
  },
  {
    parts: "レビューの内容",
    edits: "修正案",
    findings: "指摘",
    posting: "求人との照合",
    works: "作品",
    facts: "事実の台帳",
    scores: "点数",
    checks: "作成の記録",
  },
)

/** A review that is done: what came of it, and its parts one at a time. */
export function Review({ run, result, live }: { run: RunDetail; result: Result; live: LiveRun }) {
  const t = useWords(reviewWords)
  const [chosen, setChosen] = useState(result.changes?.length ? "edits" : "findings")
  const tabs = useTabs(run, result, setChosen)
  return (
    <div className={styles.review}>
      <Verdict result={result} said={live.warnings.map((one) => one.text)} />
      <Tabs label={t.parts} tabs={tabs.filter((one) => one !== undefined)} chosen={chosen} onChoose={setChosen} />
    </div>
  )
}

function useTabs(run: RunDetail, result: Result, choose: (id: string) => void): (Tab | undefined)[] {
  const t = useWords(reviewWords)
  const [answers, setAnswers, dropAnswers] = useKept<Answers>(`facts.${run.id}`, {})
  const [choosing, setChoosing] = useKept<Choosing>(`edits.${run.id}`, { decisions: decidedIn(result.decisions) })
  const told = { result, answers, onAnswer: (asked: string, said: string) => setAnswers({ ...answers, [asked]: said }) }
  const round = result.to_confirm?.length ? (
    <NewRound run={run} result={result} answers={answers} onBegun={dropAnswers} />
  ) : null
  const toEdit = (id: string) => {
    choose("edits")
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(id)}"]`)?.focus())
  }
  const part = (id: string, name: string, panel: ReactNode, count?: number | string) => ({ id, name, panel, count })
  const found = findingsOf(result)
  const edits = <EditsTab run={run} result={result} choosing={choosing} onChoose={setChoosing} />
  const posting = <Posting result={result} />
  const findings = (
    <>
      <Findings {...told} lang={result.lang} onEdit={toEdit} />
      {round}
    </>
  )
  const facts = (
    <>
      <Facts {...told} />
      {round}
    </>
  )
  return [
    result.changes?.length ? part("edits", t.edits, edits, result.changes.length) : undefined,
    part("findings", t.findings, findings, found.placed.length + found.whole.length),
    result.match ? part("posting", t.posting, posting, postingCount(result)) : undefined,
    !result.match && result.portfolio?.length ? part("posting", t.works, posting) : undefined,
    part("facts", t.facts, facts, answered(answers).length || undefined),
    part("scores", t.scores, <Scores result={result} />),
    part("checks", t.checks, <Checks result={result} />),
  ]
}

function postingCount(result: Result): string | undefined {
  if (!result.match?.requirements.length) return undefined
  const { met, open } = statesOf(result.match)
  const all = result.match.requirements.length
  return open === all ? undefined : `${met} / ${all}`
}
