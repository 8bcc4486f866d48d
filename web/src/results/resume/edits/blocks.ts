import { choiceOf, type Decisions, type Edit, ownWords, type Placed, placed } from "./model"
import { wordDiff } from "./wordDiff"

/** Words of a line; those that an edit takes out or puts in are marked, with its id. */
export interface Piece {
  text: string
  mark?: "old" | "new"
  edit?: string
}

export interface Line {
  /** Undefined where its place in the text is not known. */
  number: number | undefined
  pieces: Piece[]
}

/** Lines that stay, or lines that edits change, before and after. */
export interface Block {
  edits: Edit[]
  left: Line[]
  right: Line[]
}

/** The text and its revision side by side, in blocks; undecided edits are shown as if they were taken. */
export function blocksOf(original: string, edits: readonly Edit[], decisions: Decisions, lang: string): Block[] {
  const starts = lineStarts(original)
  const blocks: Block[] = []
  const count = { left: 1, right: 1 }
  const add = (from: number, to: number, within: Placed[]) => {
    const begin = starts[from] ?? original.length
    const end = starts[to] ?? original.length
    if (begin >= end && !within.length) return
    const { left, right } = pieces(original, begin, end, within, decisions, lang)
    const block = {
      edits: within.map((one) => one.edit),
      left: lines(left, count.left),
      right: lines(right, count.right),
    }
    count.left += block.left.length
    count.right += block.right.length
    blocks.push(block)
  }
  let done = 0
  for (const group of grouped(placed(original, edits), original, starts)) {
    add(done, group.first, [])
    add(group.first, group.last + 1, group.edits)
    done = group.last + 1
  }
  add(done, starts.length, [])
  return blocks
}

/** Each edit by itself, where the text around it is not known. */
export function blocksAlone(edits: readonly Edit[], decisions: Decisions, lang: string): Block[] {
  return edits.map((edit) => {
    const { left, right } = versions(edit, decisions, lang)
    const tidy = (found: Piece[]) => trimmed(lines(found, undefined))
    return {
      edits: [edit],
      left: tidy(left).map((one, at) => ({ ...one, number: edit.line + at })),
      right: tidy(right),
    }
  })
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop()
  return starts
}

/** Number of the line, from 0, that holds a place. */
function lineAt(starts: readonly number[], place: number): number {
  const next = starts.findIndex((start) => start > place)
  return (next < 0 ? starts.length : next) - 1
}

function grouped(edits: readonly Placed[], text: string, starts: readonly number[]) {
  const groups: { first: number; last: number; edits: Placed[] }[] = []
  for (const one of edits) {
    const first = lineAt(starts, one.start)
    const last = lineAt(starts, one.end > one.start && text[one.end - 1] === "\n" ? one.end - 1 : one.end)
    const before = groups.at(-1)
    if (before && first <= before.last) {
      before.last = Math.max(before.last, last)
      before.edits.push(one)
    } else groups.push({ first, last, edits: [one] })
  }
  return groups
}

function pieces(text: string, begin: number, end: number, edits: Placed[], decisions: Decisions, lang: string) {
  const left: Piece[] = []
  const right: Piece[] = []
  let done = begin
  for (const one of edits) {
    const same = { text: text.slice(done, one.start) }
    const shown = versions(one.edit, decisions, lang)
    left.push(same, ...shown.left)
    right.push(same, ...shown.right)
    done = one.end
  }
  const rest = { text: text.slice(done, end) }
  left.push(rest)
  right.push(rest)
  return { left, right }
}

function versions(edit: Edit, decisions: Decisions, lang: string): { left: Piece[]; right: Piece[] } {
  if (choiceOf(edit, decisions) === "reject") return { left: [{ text: edit.old }], right: [{ text: edit.old }] }
  const runs = wordDiff(edit.old, ownWords(edit, decisions[edit.id]) ?? edit.new, lang)
  const marked = (mark: "old" | "new") => (run: { text: string; changed: boolean }) =>
    run.changed ? { text: run.text, mark, edit: edit.id } : { text: run.text }
  return { left: runs.old.map(marked("old")), right: runs.new.map(marked("new")) }
}

function lines(found: readonly Piece[], first: number | undefined): Line[] {
  const made: Line[] = []
  let open = false
  for (const piece of found) {
    piece.text.split("\n").forEach((part, at, parts) => {
      if (at > 0) open = false
      const text = at < parts.length - 1 ? part.replace(/\r$/, "") : part
      const isLast = at === parts.length - 1
      if (!open && (text || !isLast)) {
        made.push({ number: first === undefined ? undefined : first + made.length, pieces: [] })
        open = true
      }
      if (text) made.at(-1)?.pieces.push({ ...piece, text })
    })
  }
  return made
}

function trimmed(found: Line[]): Line[] {
  const isFull = (line: Line) => line.pieces.some((piece) => piece.text)
  const first = found.findIndex(isFull)
  return first < 0 ? [] : found.slice(first, found.findLastIndex(isFull) + 1)
}
