import { type ReactNode, useMemo } from "react"
import { Row } from "@/ui"
import { useWords } from "@/i18n/words"
import { Bar } from "./edits/Bar"
import { blocksAlone, blocksOf } from "./edits/blocks"
import { EditCard } from "./edits/EditCard"
import styles from "./edits/edits.module.css"
import { choiceOf, type Decisions, type Edit } from "./edits/model"
import { SameLines } from "./edits/SameLines"
import { Sides } from "./edits/Sides"
import { useEdits } from "./edits/useEdits"
import { editWords } from "./edits/words"

interface Props {
  /** From `editsOf(result)` or `editsOfPause(approval.shown)`. */
  edits: readonly Edit[]
  /** The text that the edits are of; without it each edit stands by itself. */
  original?: string | undefined
  /** Language of the text. */
  lang: string
  decisions: Decisions
  onChange: (next: Decisions) => void
  /** False where the review does not recommend its edits: then nothing is taken all at once. */
  recommended?: boolean
  /** What “Reset” goes back to. */
  start?: Decisions
  /** The button that ends it, in the bar. */
  children?: ReactNode
  /** What came of it, in the bar below the button. */
  below?: ReactNode
}

/** Edits to take, leave, or put into one's own words; `answerOf(edits, decisions)` is what was chosen. */
export function EditChoice(props: Props) {
  const { edits, original, lang, decisions, onChange, recommended = true, start = {}, children, below } = props
  const { list, current, setAt, choose, onKeyDown, takeAll } = useEdits(edits, decisions, onChange)
  const blocks = useMemo(
    () => (original === undefined ? blocksAlone(edits, decisions, lang) : blocksOf(original, edits, decisions, lang)),
    [original, edits, decisions, lang],
  )
  const places = new Map(edits.map((edit, at) => [edit.id, at]))
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the edits within, which have the focus
    <div ref={list} className={styles.list} onKeyDown={onKeyDown}>
      <Keys />
      {blocks.map((block, at) =>
        block.edits.length ? (
          <div key={block.edits[0]?.id} className={styles.block}>
            <Sides block={block} decisions={decisions} lang={lang} />
            {block.edits.map((edit) => (
              <EditCard
                key={edit.id}
                edit={edit}
                decided={decisions[edit.id]}
                choice={choiceOf(edit, decisions)}
                isCurrent={places.get(edit.id) === current}
                lang={lang}
                onFocus={() => setAt(places.get(edit.id) ?? 0)}
                onChoose={(choice) => choose(edit, choice)}
                onWords={(words) => onChange({ ...decisions, [edit.id]: { choice: "edit", words } })}
              />
            ))}
          </div>
        ) : (
          <SameLines
            key={`same ${block.left[0]?.number}`}
            block={block}
            isFirst={at === 0}
            isLast={at === blocks.length - 1}
            lang={lang}
          />
        ),
      )}
      <Bar
        edits={edits}
        decisions={decisions}
        onTakeAll={recommended ? takeAll : undefined}
        onReset={() => onChange(start)}
        below={below}
      >
        {children}
      </Bar>
    </div>
  )
}

function Keys() {
  const t = useWords(editWords)
  return (
    <>
      <Row className={styles.keys} aria-label={t.keysLabel} role="note">
        <span>
          <kbd>j</kbd> <kbd>k</kbd> {t.keys.move}
        </span>
        <span>
          <kbd>a</kbd> {t.keys.accept}
        </span>
        <span>
          <kbd>r</kbd> {t.keys.reject}
        </span>
        <span>
          <kbd>e</kbd> {t.keys.own}
        </span>
      </Row>
      <div className={styles.heads} aria-hidden>
        <span>{t.original}</span>
        <span>{t.revised}</span>
      </div>
    </>
  )
}
