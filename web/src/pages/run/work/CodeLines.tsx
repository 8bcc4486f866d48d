import { useWords } from "@/i18n/words"
import type { EventOf } from "@/live/state"
import { codeWords } from "@/results/code/words"
import styles from "./work.module.css"

/** A phase began or is over. */
export function PhaseLine({ note }: { note: EventOf<"phase"> }) {
  const t = useWords(codeWords)
  const said = [t.phase[note.phase] ?? note.phase.replaceAll("_", " "), note.round > 1 && t.round(note.round)]
  return <strong>{[...said, note.state === "done" ? t.phaseState.done : t.begins].filter(Boolean).join(" · ")}</strong>
}

/** What an agent does now. */
export function AgentLine({ note, lang }: { note: EventOf<"agent">; lang: string }) {
  const t = useWords(codeWords)
  return (
    <span className={styles.quiet}>
      {note.agent} · {t.agentState[note.state] ?? note.state}
      {note.text && <span lang={lang}> · {note.text}</span>}
    </span>
  )
}

/** What became of a task. */
export function TaskLine({ note, lang }: { note: EventOf<"task">; lang: string }) {
  const t = useWords(codeWords)
  const after = [t.taskState[note.state] ?? note.state, note.agent, note.attempts > 1 && t.attempt(note.attempts)]
  return (
    <span>
      <span className={styles.tag}>{t.kind[note.kind] ?? note.kind}</span>{" "}
      <span lang={lang}>{note.title || note.task_id}</span>{" "}
      <span className={styles.quiet}>{after.filter(Boolean).join(" · ")}</span>
      {note.text && <span lang={lang}> {note.text}</span>}
    </span>
  )
}
