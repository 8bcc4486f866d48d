import type { Result } from "@/api/types/resume"
import type { ResultProps } from "../props"
import { Review } from "./Review"
import { AtWork } from "./work/AtWork"

/** A review of a résumé: what it comes to once it is done, scores and findings while it is made. */
export default function ResumeResult({ run, live }: ResultProps) {
  const result = run.result as unknown as Result | null | undefined
  return result ? <Review key={run.id} run={run} result={result} live={live} /> : <AtWork live={live} />
}
