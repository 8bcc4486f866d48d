import { memo, useMemo } from "react"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { answerOf, type Block, blocksOf, DESK } from "./blocks"
import styles from "./chat.module.css"
import { Files } from "./Files"
import type { ChatMessage } from "./message"
import { Pause } from "./Pause"
import { RunHead } from "./RunHead"
import { Said } from "./Said"
import { Sources } from "./Sources"
import { Work } from "./Work"
import { chatWords } from "./words"

interface AnswerProps {
  message: ChatMessage
  isLive: boolean
  isLast: boolean
  onAnswered: () => void
  onSay: (words: string) => void
}

/** An answer: who worked on it and how, what it waits for, what came of it. */
export const Answer = memo(function Answer({ message, isLive, isLast, onAnswered, onSay }: AnswerProps) {
  const t = useWords(chatWords)
  const blocks = useMemo(() => blocksOf(message), [message])
  const isStuck = isLast && !isLive && STUCK.has(blocks.at(-1)?.run?.status ?? "")
  return (
    <article className={styles.answer} aria-label={t.answer} aria-busy={isLive}>
      {blocks.map((block, at) => (
        <BlockView
          key={block.run?.run_id ?? at}
          block={block}
          isLive={isLive && at === blocks.length - 1}
          onAnswered={onAnswered}
        />
      ))}
      {isStuck && (
        <div className={styles.next}>
          <Button onClick={() => onSay(t.goOnWords)}>{t.goOn}</Button>
          <span className={styles.quiet}>{t.goOnHint}</span>
        </div>
      )}
    </article>
  )
}, isSame)

/** Runs that a word carries on. */
const STUCK = new Set(["failed", "interrupted"])

/** The callbacks are new each time and do the same. */
function isSame(one: AnswerProps, other: AnswerProps): boolean {
  return one.message === other.message && one.isLive === other.isLive && one.isLast === other.isLast
}

interface BlockProps {
  block: Block
  isLive: boolean
  onAnswered: () => void
}

function BlockView({ block, isLive, onAnswered }: BlockProps) {
  const { answer, before } = answerOf(block)
  const run = block.run?.team === DESK ? undefined : block.run
  return (
    <>
      {run && <RunHead run={run} block={block} isLive={isLive} />}
      {run && <Work block={block} before={before} />}
      {block.calls.map((call) => (
        <Pause key={call.toolCallId} call={call} onAnswered={onAnswered} />
      ))}
      {answer.map((told) => (
        <Said key={told.id} told={told} isLive={isLive} />
      ))}
      <Files block={block} />
      <Sources sources={block.sources} />
    </>
  )
}
