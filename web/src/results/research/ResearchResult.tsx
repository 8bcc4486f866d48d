import { useEvidence } from "@/api/asking"
import type { Result } from "@/api/types/research"
import { useWords } from "@/i18n/words"
import { Empty } from "@/ui"
import Files from "../Files"
import type { ResultProps } from "../props"
import { Draft } from "./Draft"
import { ReportView } from "./ReportView"
import { researchWords } from "./words"

const OVER = new Set(["done", "failed", "cancelled"])

/** What research gives: the report with its evidence; before that, what is there so far. */
export default function ResearchResult(props: ResultProps) {
  const t = useWords(researchWords)
  const { run, live } = props
  const evidence = useEvidence(run.result ? run.id : undefined)
  const result = run.result as unknown as Result | null
  if (result) return <ReportView {...props} result={result} evidence={evidence.data} />
  if (!OVER.has(run.status)) return <Draft live={live} lang={run.lang} />
  return (
    <>
      <Empty>{t.noResult}</Empty>
      <Draft live={live} lang={run.lang} />
      {run.artifacts.length > 0 && <Files {...props} />}
    </>
  )
}
