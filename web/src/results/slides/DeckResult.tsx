import { useWords } from "@/i18n/words"
import { Empty } from "@/ui"
import Files from "../Files"
import type { ResultProps } from "../props"
import { AtWork } from "./AtWork"
import { DeckView } from "./DeckView"
import { isAtWork } from "./lineage"
import { resultOf } from "./shots"
import { Talked } from "./Talked"
import { deckWords } from "./words"

/** What a run of the slides team made, or is making. */
export default function DeckResult({ run, live }: ResultProps) {
  const result = resultOf(run)
  if (result?.deck) return <DeckView run={run} live={live} />
  if (result) return <Talked run={run} result={result} />
  if (isAtWork(run.status) || run.status === "paused" || live.artifacts.length) return <AtWork run={run} live={live} />
  return <Nothing run={run} live={live} />
}

function Nothing(props: ResultProps) {
  const t = useWords(deckWords)
  return (
    <Empty>
      <p>{t.noDeck}</p>
      <Files {...props} />
    </Empty>
  )
}
