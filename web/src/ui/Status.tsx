import { useWords } from "@/i18n/words"
import { Badge, type Tone } from "@/ui"
import { statusWords } from "./statusWords"
import styles from "./ui.module.css"

const TONES: Record<string, Tone> = {
  created: "live",
  waiting: "quiet",
  running: "live",
  paused: "fair",
  interrupted: "fair",
  failed: "bad",
  "not passed": "bad",
  done: "good",
}

const AT_WORK = ["created", "waiting", "running"]

/** Whether somebody works on a run of that status or is about to, so that it may soon be another. */
export const isAtWork = (status: string): boolean => AT_WORK.includes(status)

/** What colour stands for a status: `stopped: budget` wants a decision, other ends are quiet. */
const toneOf = (status: string): Tone => TONES[status] ?? (status === "stopped: budget" ? "fair" : "quiet")

/** A status as people say it; one that is unknown stands as it is. */
export function useStatusWord(): (status: string) => string {
  const t: Record<string, string> = useWords(statusWords)
  return (status) => t[status] ?? status
}

/** The status of a run. */
export function StatusBadge({ status }: { status: string }) {
  const word = useStatusWord()
  return (
    <Badge tone={toneOf(status)}>
      <Dot status={status} />
      {word(status)}
    </Badge>
  )
}

/** The same as a dot, for narrow places; whoever shows it alone says the word beside it. */
export function Dot({ status }: { status: string }) {
  return (
    <span aria-hidden className={`${styles.dot} ${isAtWork(status) ? styles.beats : ""}`} data-tone={toneOf(status)} />
  )
}
