import { type KeyboardEvent, useRef, useState } from "react"
import { bareWords, type Choice, choiceOf, type Decisions, type Edit } from "./model"

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
const CHOICES: Record<string, Choice> = { a: "accept", r: "reject", e: "edit" }

/** Going through edits and choosing, by hand and by key; keys count while the focus is in the list and nobody types. */
export function useEdits(edits: readonly Edit[], decisions: Decisions, onChange: (next: Decisions) => void) {
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const current = Math.min(at, edits.length - 1)

  const find = (id: string, within = "") =>
    list.current?.querySelector<HTMLElement>(`[data-edit="${CSS.escape(id)}"] ${within}`.trim())

  const go = (next: number) => {
    const edit = edits[next]
    if (edit) find(edit.id)?.focus()
  }

  const choose = (edit: Edit, choice: Choice | undefined) => {
    const words = decisions[edit.id]?.words
    const kept = words ?? (choice === "edit" ? bareWords(edit) : undefined)
    onChange({ ...decisions, [edit.id]: kept === undefined ? { choice } : { choice, words: kept } })
    if (choice === "edit") requestAnimationFrame(() => find(edit.id, "textarea")?.focus())
  }

  const press = (key: string) => {
    const edit = edits[current]
    const choice = CHOICES[key.toLowerCase()]
    const step = STEPS[key] ?? (choice && 1)
    if (!edit || step === undefined) return false
    if (choice) choose(edit, choice)
    if (choice !== "edit") go(current + step)
    return true
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (!(event.target as HTMLElement).matches("textarea, input, select")) {
      if (press(event.key)) event.preventDefault()
    } else if (event.key === "Escape") go(current)
  }

  /** Accept what nobody decided; where all are decided, all. */
  const takeAll = () => {
    const open = edits.filter((one) => !choiceOf(one, decisions))
    const taken = (open.length ? open : edits).map((one) => [
      one.id,
      { ...decisions[one.id], choice: "accept" as const },
    ])
    onChange({ ...decisions, ...Object.fromEntries(taken) })
  }

  return { list, current, setAt, choose, onKeyDown, takeAll }
}
