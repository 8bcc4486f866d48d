import type { ComponentType } from "react"
import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { type Appraised, isJudged } from "@/live/judged"
import type { Event, EventOf } from "@/live/state"
import { Badge, Meter, type Tone } from "@/ui"
import { runWords } from "../words"
import { AgentLine, PhaseLine, TaskLine } from "./CodeLines"
import { Plan } from "./Plan"
import styles from "./work.module.css"
import { workWords } from "./workWords"

interface NoteProps {
  note: Event
  /** Language of the run: its words are in it. */
  lang: string
  /** All that the step did: what a note means may depend on others. */
  notes: readonly Event[]
}

/** One thing that a step did. */
export function NoteLine({ note, ...rest }: NoteProps) {
  const Line = LINES[note.type] as ComponentType<NoteProps> | undefined
  return Line ? (
    <li className={styles.note} data-type={note.type}>
      <Line note={note} {...rest} />
    </li>
  ) : null
}

type Of<T extends Event["type"]> = NoteProps & { note: EventOf<T> }

const LINES: { [T in Event["type"]]?: ComponentType<Of<T>> } = {
  model_call: Call,
  search: Search,
  plan: PlanNote,
  finding: Finding,
  verdict: Verdict,
  score: Score,
  warning: ({ note, lang }) => (
    <span lang={lang} className={styles.warning}>
      {note.text}
    </span>
  ),
  budget: Budget,
  progress: Progress,
  phase: PhaseLine,
  agent: AgentLine,
  task: TaskLine,
}

function Call({ note, lang }: Of<"model_call">) {
  const t = useWords(workWords)
  const names = useNames()
  const f = useFormats()
  const tokens = note.input_tokens + note.output_tokens
  const isRule = note.by === "rule"
  const parts = [isRule ? t.byRule : t.byModel(note.by)]
  if (tokens) parts.push(t.tokens(f.number(tokens)), f.usd(note.usd))
  if (!isRule) parts.push(f.seconds(note.seconds))
  if (note.reused) parts.push(t.reused)
  return (
    <span className={styles.quiet}>
      {note.role !== note.node && `${names.node(note.role)}: `}
      {parts.join(" · ")}
      {note.why && note.why !== "no model" && <span lang={lang}> ({note.why})</span>}
    </span>
  )
}

function Search({ note, lang }: Of<"search">) {
  const t = useWords(workWords)
  const f = useFormats()
  return (
    <span>
      <span className={styles.tag}>{t[note.where]}</span> <span lang={lang}>{note.query}</span>{" "}
      <span className={note.error ? styles.bad : styles.quiet}>
        → {note.error ? t.searchFailed(note.error) : t.found(f.number(note.found))}
      </span>
    </span>
  )
}

function PlanNote({ note, lang }: Of<"plan">) {
  const t = useWords(workWords)
  return (
    <details>
      <summary>{t.planned(note.steps.length)}</summary>
      <Plan steps={note.steps} lang={lang} />
    </details>
  )
}

const SEVERITY: Record<EventOf<"finding">["severity"], Tone> = { critical: "bad", major: "fair", minor: "quiet" }

export function Finding({ note, lang }: Omit<Of<"finding">, "notes">) {
  const t = useWords(workWords)
  const page = useWords(runWords)
  return (
    <div>
      <Badge tone={SEVERITY[note.severity]}>{page.severity[note.severity]}</Badge> <span lang={lang}>{note.text}</span>{" "}
      {note.place && <span className={styles.quiet}>{t.place(note.place)}</span>}
      {note.suggestion && (
        <p className={styles.suggestion}>
          <span className={styles.quiet}>{t.suggestion}: </span>
          <span lang={lang}>{note.suggestion}</span>
        </p>
      )}
    </div>
  )
}

const VERDICTS: Record<EventOf<"verdict">["verdict"], Tone> = {
  ...({ pass: "good", fail: "bad", no_verdict: "quiet", infra_failed: "fair" } as const),
}

function Verdict({ note, lang }: Of<"verdict">) {
  const t = useWords(workWords)
  const names = useNames()
  return (
    <span>
      {note.reviewer !== note.node && `${names.node(note.reviewer)}: `}
      <Badge tone={VERDICTS[note.verdict]}>{t.verdict[note.verdict]}</Badge> <span lang={lang}>{note.text}</span>
    </span>
  )
}

function Score({ note, notes }: Of<"score">) {
  const page = useWords(runWords)
  const names = useNames()
  const f = useFormats()
  return (
    <span>
      {names.score(note.name)}:{" "}
      {isJudged(appraisedIn(notes), note) ? (
        <>
          <strong>{f.number(note.value)}</strong> <span className={styles.quiet}>/ {f.number(note.scale)}</span>
        </>
      ) : (
        <span className={styles.quiet}>{page.measured(f.number(note.value))}</span>
      )}
    </span>
  )
}

const appraisedIn = (notes: readonly Event[]): Appraised<EventOf<"score">> => ({
  scores: notes.filter((one) => one.type === "score"),
  verdicts: notes.filter((one) => one.type === "verdict"),
})

function Budget({ note }: Of<"budget">) {
  const t = useWords(workWords)
  const f = useFormats()
  return (
    <span className={styles.warning}>{t.budget(f.number(note.spent), f.number(note.limit), t.caps[note.cap])}</span>
  )
}

function Progress({ note, lang }: Of<"progress">) {
  const f = useFormats()
  return (
    <span>
      <span lang={lang}>{note.text}</span>
      {note.total > 0 && (
        <>
          {" "}
          <span className={styles.quiet}>
            {f.number(note.done)} / {f.number(note.total)}
          </span>
          <Meter value={note.done / note.total} label={note.text} />
        </>
      )}
    </span>
  )
}
