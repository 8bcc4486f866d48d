import { useId } from "react"
import type { ApprovalShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Badge, Card, Failed } from "@/ui"
import { Answered } from "./Answered"
import { ChoiceAnswer } from "./ChoiceAnswer"
import { Decide } from "./Decide"
import { EditsAnswer } from "./EditsAnswer"
import { langOf } from "./language"
import { OtherAnswer } from "./OtherAnswer"
import styles from "./pauses.module.css"
import { shapeOf } from "./shape"
import { type Sending, useAnswering } from "./useAnswering"
import { WordsAnswer } from "./WordsAnswer"
import { pauseWords } from "./words"

export interface PauseCardProps {
  runId: string
  approval: ApprovalShown
  /** Called once when it is answered, wherever: here, in another tab, in the terminal, by its deadline. */
  onAnswered?: () => void
}

/** What a run asks a person, and the form for the answer. Give it the approval's id as `key`. */
export function PauseCard({ runId, approval, onAnswered }: PauseCardProps) {
  const t = useWords(pauseWords)
  const id = useId()
  const { pause, sent, keptAs, sending } = useAnswering(runId, approval, onAnswered)
  if (pause.answered) return <Answered approval={pause} sent={sent} />
  return (
    <Card className={styles.card} aria-labelledby={id}>
      <header>
        <Badge tone="live">{t.asks}</Badge>
        <h2 id={id} lang={langOf(pause.question)}>
          {pause.question}
        </h2>
      </header>
      <Form approval={pause} sending={sending} keptAs={keptAs} />
      {sending.error !== undefined && (
        <div>
          <Failed error={sending.error} />
          <p className={styles.hint}>{t.failed}</p>
        </div>
      )}
      <Deadline approval={pause} />
    </Card>
  )
}

interface FormProps {
  approval: ApprovalShown
  sending: Sending
  keptAs: string
}

function Form(props: FormProps) {
  const shape = shapeOf(props.approval)
  if (shape.kind === "decide") return <Decide {...props} shape={shape} />
  if (shape.kind === "words") return <WordsAnswer {...props} shape={shape} />
  if (shape.kind === "choice") return <ChoiceAnswer {...props} shape={shape} />
  if (shape.kind === "edits") return <EditsAnswer {...props} />
  return <OtherAnswer {...props} schema={props.approval.answer_schema} />
}

/** Until when, and what happens then. */
function Deadline({ approval }: { approval: ApprovalShown }) {
  const t = useWords(pauseWords)
  const { time } = useFormats()
  return (
    <p className={styles.hint}>
      {approval.deadline ? `${t.until(time(approval.deadline))} ${t.then[approval.at_deadline]}` : t.then.wait}
    </p>
  )
}
