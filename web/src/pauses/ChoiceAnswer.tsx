import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Button, Row } from "@/ui"
import { choiceOf } from "./labels"
import type { Shape } from "./shape"
import type { Sending } from "./useAnswering"
import { pauseWords } from "./words"

interface ChoiceProps {
  shape: Extract<Shape, { kind: "choice" }>
  sending: Sending
}

/** These end the work, so they do not look like the way on. */
const ENDS = ["give_up", "no"]

/** One of a few ways to go on: a button for each, the first of them as the usual one. */
export function ChoiceAnswer({ shape, sending }: ChoiceProps) {
  const t = useWords(pauseWords)
  const { lang } = useLang()
  return (
    <Row role="group" aria-label={t.answer}>
      {shape.options.map((one, place) => (
        <Button
          key={one}
          look={ENDS.includes(one) ? "danger" : place === 0 ? "main" : undefined}
          busy={sending.busy}
          onClick={() => sending.send({ answer: { [shape.field]: one } })}
        >
          {choiceOf(lang, shape.field, one)}
        </Button>
      ))}
    </Row>
  )
}
