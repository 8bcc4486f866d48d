import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { useWords } from "@/i18n/words"
import { Button, Row } from "@/ui"
import { moved, removed } from "../lists"
import styles from "../pauses.module.css"
import { pauseWords } from "../words"

interface EntriesProps {
  label: string
  items: readonly unknown[]
  onChange: (items: unknown[]) => void
  /** A new entry; without it none can be added. */
  fresh: () => unknown
  most: number
  wrong?: string | undefined
  /** `onKeyDown` belongs to the entry's first control: Alt with an arrow moves the entry. */
  children: (item: unknown, at: number, onKeyDown: (event: KeyboardEvent) => void) => ReactNode
}

/** A list whose entries are written, added, removed and put in order, by mouse or keyboard alone. */
export function Entries({ label, items, onChange, fresh, most, wrong, children }: EntriesProps) {
  const t = useWords(pauseWords)
  const [said, setSaid] = useState("")
  const { list, focus } = useFocusLater(items)

  const move = (from: number, to: number, then: string) => {
    if (to < 0 || to >= items.length) return
    onChange(moved(items, from, to))
    setSaid(t.movedTo(to + 1, items.length))
    focus(`[data-at="${to}"] ${then}`)
  }
  const remove = (at: number) => {
    onChange(removed(items, at))
    setSaid(t.removedAt(at + 1))
    focus(items.length > 1 ? `[data-at="${Math.min(at, items.length - 2)}"] [data-key="remove"]` : '[data-key="add"]')
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    event.preventDefault()
    move(at, at + (event.key === "ArrowUp" ? -1 : 1), "textarea")
  }

  return (
    <fieldset className={styles.group} ref={list}>
      <legend>{label}</legend>
      <ol className={styles.entries}>
        {items.map((item, at) => (
          <li key={at} data-at={at} className={styles.entry}>
            <span className={styles.number} aria-hidden>
              {at + 1}
            </span>
            <div className={styles.inner}>{children(item, at, onKeyDown(at))}</div>
            <Tools at={at} last={items.length - 1} onMove={move} onRemove={remove} />
          </li>
        ))}
      </ol>
      {wrong && (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
      <Row>
        {items.length < most && (
          <Button
            small
            data-key="add"
            aria-label={t.addTo(label)}
            onClick={() => {
              onChange([...items, fresh()])
              focus(`[data-at="${items.length}"] textarea`)
            }}
          >
            {t.add}
          </Button>
        )}
        {items.length > 1 && <span className={styles.hint}>{t.keys}</span>}
      </Row>
      <p role="status" className="unseen">
        {said}
      </p>
    </fieldset>
  )
}

interface ToolsProps {
  at: number
  last: number
  onMove: (from: number, to: number, then: string) => void
  onRemove: (at: number) => void
}

/** At the ends the arrows stay where they are, so that the focus has a place. */
function Tools({ at, last, onMove, onRemove }: ToolsProps) {
  const t = useWords(pauseWords)
  return (
    <div className={styles.tools}>
      <button
        type="button"
        data-key="up"
        aria-disabled={at === 0}
        aria-label={t.up(at + 1)}
        title={t.up(at + 1)}
        onClick={() => onMove(at, at - 1, '[data-key="up"]')}
      >
        ↑
      </button>
      <button
        type="button"
        data-key="down"
        aria-disabled={at === last}
        aria-label={t.down(at + 1)}
        title={t.down(at + 1)}
        onClick={() => onMove(at, at + 1, '[data-key="down"]')}
      >
        ↓
      </button>
      <button
        type="button"
        data-key="remove"
        aria-label={t.remove(at + 1)}
        title={t.remove(at + 1)}
        onClick={() => onRemove(at)}
      >
        ×
      </button>
    </div>
  )
}

/** Where the focus goes once the list stands in its new order. */
function useFocusLater(items: readonly unknown[]) {
  const list = useRef<HTMLFieldSetElement>(null)
  const wanted = useRef("")
  useEffect(() => {
    if (!wanted.current) return
    list.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = ""
  }, [items])
  const focus = (selector: string) => {
    wanted.current = selector
  }
  return { list, focus }
}
