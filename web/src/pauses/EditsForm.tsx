import { useWords } from "@/i18n/words"
import { EditChoice } from "@/results/resume/EditChoice"
import { answerOf, countsOf, type Decisions, type Edit } from "@/results/resume/edits/model"
import { editsOfPause } from "@/results/resume/edits/pause"
import { Button } from "@/ui"
import type { EditsAnswerProps } from "./EditsAnswer"
import { useKept } from "./kept"
import { langOf } from "./language"
import { OtherAnswer } from "./OtherAnswer"
import { defaultsOf } from "./shape"
import styles from "./pauses.module.css"
import { pauseWords } from "./words"

/** Edits to take or leave, one by one; whoever leaves one undecided leaves it out, and is told so. */
export default function EditsForm(props: EditsAnswerProps) {
  const edits = editsOfPause(props.approval.shown)
  return edits ? (
    <Choosing {...props} edits={edits} />
  ) : (
    <OtherAnswer {...props} schema={props.approval.answer_schema} />
  )
}

function Choosing({ approval, sending, keptAs, edits }: EditsAnswerProps & { edits: Edit[] }) {
  const t = useWords(pauseWords)
  const [decisions, keep] = useKept<Decisions>(keptAs, {})
  const { open } = countsOf(edits, decisions)
  const accept = defaultsOf(approval).accept
  return (
    <div className={styles.form}>
      <EditChoice
        edits={edits}
        lang={langOf(edits.map((one) => one.new + one.old).join("")) ?? "en"}
        decisions={decisions}
        onChange={keep}
        recommended={Array.isArray(accept) && accept.length > 0}
      >
        <Button
          look="main"
          small
          busy={sending.busy}
          disabled={open === edits.length}
          onClick={() => sending.send({ answer: answerOf(edits, decisions) })}
        >
          {t.sendEdits}
        </Button>
      </EditChoice>
      {open > 0 && <p className={styles.hint}>{t.undecided}</p>}
    </div>
  )
}
