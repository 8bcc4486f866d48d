import { useState } from "react"
import { useEvidence } from "@/api/asking"
import type { Deck, Result } from "@/api/types/slides"
import type { ResultProps } from "../props"
import { Checks } from "./Checks"
import { DeckHead } from "./DeckHead"
import { AllFiles, filesOf } from "./Downloads"
import styles from "./deck.module.css"
import { Editor } from "./Editor"
import { HowMade } from "./HowMade"
import { LastChange } from "./LastChange"
import { SlideFacts } from "./SlideFacts"
import { Stage } from "./Stage"
import { Strip } from "./Strip"
import { latest, resultOf } from "./shots"
import { Unfinished, UnderWay } from "./UnderWay"
import { type DeckState, useDeck } from "./useDeck"
import { useEditing } from "./useEditing"
import { Versions } from "./Versions"

/** A finished deck: its slides, what they rest on, how to change them, all versions, the checks. */
export function DeckView({ run, live }: ResultProps) {
  const state = useDeck(run)
  const result = resultOf(state.newest)
  return result?.deck ? <Shown {...{ run, live, state, result }} deck={result.deck} /> : null
}

interface ShownProps extends ResultProps {
  state: DeckState
  result: Result
  deck: Deck
}

function Shown({ run, live, state, result, deck }: ShownProps) {
  const { newest, drawn, shots, changed, lineage } = state
  const [at, show] = useSlide(state)
  const editing = useEditing(state)
  const evidence = useEvidence(newest.id)
  const shot = shots[at]
  if (!shot) return null
  const isWaiting = lineage.pending !== undefined
  const fileUrl = (name: string, version?: number) => {
    const files = filesOf(newest, drawn).filter((one) => one.name === name && (!version || one.version === version))
    return latest(files, name)?.url ?? ""
  }
  const jump = (to: number) => {
    show(to)
    document.getElementById("deck-stage")?.scrollIntoView({ block: "start" })
  }
  return (
    <div className={styles.deck}>
      <DeckHead {...{ run, state, result, deck }} />
      <div className={styles.view}>
        <div className={styles.main} id="deck-stage">
          <Stage shots={shots} at={at} onShow={show} lang={deck.lang} />
          <Strip shots={shots} at={at} onShow={show} changed={changed} problems={countsOf(result)} />
        </div>
        <section className={styles.facts} aria-labelledby="deck-slide">
          <h3 id="deck-slide" lang={deck.lang}>
            <span className={styles.number}>{shot.number}</span> {shot.slide.title}
          </h3>
          <SlideFacts {...{ shot, deck, result, fileUrl }} evidence={evidence.data} />
        </section>
        <div className={styles.changing}>
          {lineage.pending && (
            <UnderWay key={lineage.pending.id} edit={lineage.pending} onOver={() => void state.refresh()} />
          )}
          {!lineage.pending && lineage.unfinished && (
            <Unfinished edit={lineage.unfinished} onChange={() => void state.refresh()} />
          )}
          <LastChange {...{ newest, result, shots, changed }} onShow={jump} />
          <Editor {...{ shot, newest, editing, isWaiting }} />
        </div>
      </div>
      <div className={styles.below}>
        <Versions
          versions={result.versions}
          shots={shots}
          files={newest.artifacts}
          lang={deck.lang}
          runId={run.id}
          isForeign={result.foreign}
          times={new Map([run, ...state.later].map((one) => [one.id, one.updated_at]))}
          others={lineage.others}
          onRestore={isWaiting ? undefined : (version) => void editing.send(`restore ${version}`, version)}
        />
        <Checks result={result} isChange={newest.mode === "edit"} shots={shots} onShow={jump} />
      </div>
      <HowMade result={result} />
      <AllFiles newest={newest} live={live} />
    </div>
  )
}

/** The slide that is looked at: it stays the same one when others come or go. */
function useSlide({ shots }: DeckState): [number, (at: number) => void] {
  const [chosen, setChosen] = useState({ id: "", at: 0 })
  const found = shots.findIndex((one) => one.id === chosen.id)
  const at = found < 0 ? Math.min(chosen.at, shots.length - 1) : found
  return [at, (to) => setChosen({ id: shots[to]?.id ?? "", at: to })]
}

function countsOf(result: Result): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const one of result.problems) counts.set(one.slide, (counts.get(one.slide) ?? 0) + 1)
  return counts
}
