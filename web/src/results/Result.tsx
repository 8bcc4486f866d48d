import { type ComponentType, lazy, Suspense } from "react"
import { Loading } from "@/ui"
import type { ResultProps } from "./props"

const VIEWS: Record<string, ComponentType<ResultProps>> = {
  research: lazy(() => import("./research/ResearchResult")),
  slides: lazy(() => import("./slides/DeckResult")),
  code: lazy(() => import("./code/CodeResult")),
  resume: lazy(() => import("./resume/ResumeResult")),
}
const Files = lazy(() => import("./Files"))

/** What a run made, as its team's people want to see it; files alone for other teams. */
export function Result(props: ResultProps) {
  const View = VIEWS[props.run.team]
  return <Suspense fallback={<Loading />}>{View ? <View {...props} /> : <Files {...props} />}</Suspense>
}
