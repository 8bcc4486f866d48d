import { useWords } from "@/i18n/words"
import { Button, Row } from "@/ui"
import { useKept } from "./kept"
import styles from "./pauses.module.css"
import { Remark } from "./Remark"
import type { Shape } from "./shape"
import type { Sending } from "./useAnswering"
import { pauseWords } from "./words"

interface WordsAnswerProps {
  shape: Extract<Shape, { kind: "words" }>
  sending: Sending
  keptAs: string
}

/** A question that is answered in words, or with one of the answers that are suggested. */
export function WordsAnswer({ shape, sending, keptAs }: WordsAnswerProps) {
  const t = useWords(pauseWords)
  const [words, keep] = useKept(keptAs, "")
  const send = (said: string) => sending.send({ answer: { [shape.field]: said.trim() } })
  const isTooLong = [...words.trim()].length > shape.most
  return (
    <>
      {shape.options.length > 0 && (
        <div role="group" aria-label={t.options} className={styles.options}>
          {shape.options.map((one) => (
            <Button key={one} busy={sending.busy} onClick={() => send(one)}>
              {one}
            </Button>
          ))}
        </div>
      )}
      <Remark label={t.answer} hint="" value={words} onChange={keep} most={shape.most} />
      <Row>
        <Button look="main" busy={sending.busy} disabled={!words.trim() || isTooLong} onClick={() => send(words)}>
          {t.send}
        </Button>
        <Button busy={sending.busy} onClick={() => sending.send({ default: true })}>
          {t.without}
        </Button>
      </Row>
    </>
  )
}
