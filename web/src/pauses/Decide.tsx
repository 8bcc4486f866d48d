import type { ReactNode } from "react"
import type { ApprovalShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button, Row } from "@/ui"
import { DRAFT, isDraft } from "./draft"
import { EditPart } from "./EditPart"
import { useKept } from "./kept"
import { Lines } from "./Lines"
import { Remark } from "./Remark"
import { defaultsOf, linesOf, type Shape } from "./shape"
import { propertiesOf, type Schema } from "./schema"
import { LEAVE_OUT, stepsOf } from "./Steps"
import { Told } from "./Told"
import type { Sending } from "./useAnswering"
import { useFocusOn } from "./useFocusOn"
import { pauseWords } from "./words"

export type Mode = "look" | "edit" | "revise" | "end"
interface Kept {
  mode: Mode
  value?: unknown
  remark: string
}

interface DecideProps {
  approval: ApprovalShown
  shape: Extract<Shape, { kind: "decide" }>
  sending: Sending
  keptAs: string
}

/** Go on or not: with what is shown, with it changed, or made again after a word of the person. */
export function Decide({ approval, shape, sending, keptAs }: DecideProps) {
  const t = useWords(pauseWords)
  const [kept, keep] = useKept<Kept>(keptAs, { mode: "look", remark: "" })
  const root = useFocusOn(kept.mode)
  const { edited, remark } = shape
  const defaults = defaultsOf(approval)
  const value = defaults[edited]
  const schema = isDraft(value) ? DRAFT : shape.schema
  const to = (mode: Mode) => keep({ ...kept, mode })
  const answer = (more: Record<string, unknown>) => sending.send({ answer: { ...defaults, ...more } })
  const accept = () => {
    if (!edited && kept.remark.trim()) answer({ [remark]: kept.remark.trim() })
    else sending.send({ default: true })
  }
  const said = { value: kept.remark, onChange: (words: string) => keep({ ...kept, remark: words }) }
  const parts: Record<Mode, () => ReactNode> = {
    look: () => (
      <>
        <Shown approval={approval} schema={schema} value={value} />
        {!edited && remark && <Remark {...said} label={t.remark} hint={t.remarkHint} />}
        <Row>
          <Button look="main" data-first busy={sending.busy} onClick={accept}>
            {edited ? t.accept : t.goOn}
          </Button>
          {edited && <Button onClick={() => to("edit")}>{t.edit}</Button>}
          {edited && remark && <Button onClick={() => to("revise")}>{t.revise}</Button>}
          <Button look="plain" onClick={() => to("end")}>
            {t.end}
          </Button>
        </Row>
      </>
    ),
    edit: () => (
      <EditPart
        name={edited}
        schema={schema}
        steps={LEAVE_OUT in (schema.properties ?? {}) ? stepsOf(linesOf(approval.shown)) : []}
        first={value}
        value={kept.value ?? value}
        onChange={(now) => keep({ ...kept, value: now })}
        onBack={() => to("look")}
        onSend={(now) => answer({ [edited]: now })}
        busy={sending.busy}
      />
    ),
    revise: () => (
      <>
        <Shown approval={approval} schema={schema} value={value} />
        <Remark {...said} label={t.wish} hint={t.wishHint} first />
        <Row>
          <Button
            look="main"
            busy={sending.busy}
            disabled={!kept.remark.trim()}
            onClick={() => answer({ [remark]: kept.remark.trim() })}
          >
            {t.sendRevise}
          </Button>
          <Button onClick={() => to("look")}>{t.back}</Button>
        </Row>
      </>
    ),
    end: () => (
      <>
        <p>{t.sure}</p>
        <Row>
          <Button look="danger" busy={sending.busy} onClick={() => answer({ go_on: false })}>
            {t.sureEnd}
          </Button>
          <Button data-first onClick={() => to("look")}>
            {t.back}
          </Button>
        </Row>
      </>
    ),
  }
  return <div ref={root}>{parts[kept.mode]()}</div>
}

/** What is decided on: as fields where it has some, else as the lines that the team shows. */
function Shown({ approval, schema, value }: { approval: ApprovalShown; schema: Schema; value: unknown }) {
  const steps = LEAVE_OUT in (schema.properties ?? {}) ? stepsOf(linesOf(approval.shown)) : []
  if (propertiesOf(schema).length === 0) return <Lines lines={linesOf(approval.shown)} />
  return <Told schema={schema} value={value} steps={steps} />
}
