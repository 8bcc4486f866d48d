import { Link } from "wouter"
import { useRun } from "@/api/asking"
import { useWords } from "@/i18n/words"
import { useEffect, useRef } from "react"
import { Failed } from "@/ui"
import styles from "./apply.module.css"
import { Downloads } from "./Downloads"
import { useEnd } from "./useEnd"
import { applyWords } from "./words"

type State = "working" | "done" | "failed"

function stateOf(status: string | undefined): State {
  if (status === "done") return "done"
  return !status || ["created", "waiting", "running", "interrupted"].includes(status) ? "working" : "failed"
}

/** The run that applies edits: said when it is done, with the new files. */
export function Applied({ id }: { id: string }) {
  const t = useWords(applyWords)
  const { data, error, mutate } = useRun(id)
  const state = stateOf(data?.status)
  const note = useRef<HTMLDivElement>(null)
  // The button that was pressed takes no more presses: what it led to has the focus.
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  useEnd(id, state === "working", mutate)
  if (error) return <Failed error={error} again={() => void mutate()} />
  return (
    <div ref={note} role="status" tabIndex={-1} className={styles.done} data-state={state}>
      <p>{t[state]}</p>
      {state === "done" && data && <Downloads run={data} />}
      {state !== "working" && <Link href={`/runs/${id}`}>{t.openRun}</Link>}
    </div>
  )
}
