import type { Change, Decision, Finding, Result } from "@/api/types/resume"
import { unitPlaces } from "./places"

export type Choice = "accept" | "reject" | "edit"

/** What a person decided of one edit; `words` are kept while the choice is another. */
export interface Decided {
  choice: Choice | undefined
  words?: string
}

/** By id of edit; an edit that is not in it is undecided. */
export type Decisions = Readonly<Record<string, Decided>>

/** Why an edit is offered. */
export type EditNote = Pick<Finding, "text" | "severity" | "suggestion" | "question"> & { id: string; critic: string }

/** One edit as it is shown; `start` and `end` are places of the original text, where there is one. */
export interface Edit extends Pick<Change, "id" | "line" | "old" | "new"> {
  start?: number
  end?: number
  byRule: boolean
  notes: EditNote[]
  /** Facts of its words, which it keeps. */
  facts: string[]
}

/** The edits of a review, with the findings that they answer. */
export function editsOf(result: Pick<Result, "changes" | "feedback" | "facts">): Edit[] {
  const findings = new Map(result.feedback?.flatMap((one) => one.findings.map((found) => [found.id, found])))
  return (result.changes ?? []).map((one) => ({
    id: one.id,
    line: one.line,
    old: one.old,
    new: one.new,
    start: one.start,
    end: one.end,
    byRule: one.by === "rule",
    notes: one.findings.flatMap((id) => findings.get(id) ?? []),
    facts: factsIn(one, result.facts),
  }))
}

function factsIn(change: Change, facts: Result["facts"] = []): string[] {
  const last = change.line + change.old.split("\n").length - 1
  const kept = facts.filter((one) => one.status === "kept" && one.line >= change.line && one.line <= last)
  return [...new Set(kept.map((one) => one.text))].filter((text) => change.old.includes(text))
}

/** What was decided already. */
export function decidedIn(decisions: readonly Decision[] = []): Decisions {
  const said = { accepted: "accept", edited: "edit", rejected: "reject", open: undefined } as const
  return Object.fromEntries(
    decisions.map((one) => [
      one.id,
      one.state === "edited" ? { choice: "edit", words: one.new } : { choice: said[one.state] },
    ]),
  )
}

const ends = (text: string) => {
  const bare = text.replace(/^[\r\n]+|[\r\n]+$/g, "")
  const lead = text.length - text.replace(/^[\r\n]+/, "").length
  return { lead: text.slice(0, lead), bare, tail: bare ? text.slice(lead + bare.length) : "" }
}

/** Words for a person to change: without the line ends around them, which are not theirs to lose. */
export const bareWords = (edit: Edit): string => ends(edit.new).bare.replaceAll("\r\n", "\n")

/** What was typed, in the place of the proposed words: with their line ends around it and within it. */
export function fitted(edit: Edit, typed: string): string {
  const { lead, tail } = ends(edit.new)
  const eol = `${edit.old}${edit.new}`.includes("\r\n") ? "\r\n" : "\n"
  return lead + ends(typed).bare.replace(/\r?\n/g, eol) + tail
}

/** The person's own words for an edit; undefined where they chose none, or nothing is left of them. */
export function ownWords(edit: Edit, decided: Decided | undefined): string | undefined {
  if (decided?.choice !== "edit") return undefined
  const typed = decided.words ?? bareWords(edit)
  return typed.trim() ? fitted(edit, typed) : undefined
}

/** What counts: an edit without words of its own is undecided. */
export function choiceOf(edit: Edit, decisions: Decisions): Choice | undefined {
  const decided = decisions[edit.id]
  return decided?.choice === "edit" && ownWords(edit, decided) === undefined ? undefined : decided?.choice
}

/** What takes edits over: the answer to the pause `edits`, and a file of decisions. */
export interface Answer {
  accept: string[]
  edited?: Record<string, string>
}

export function answerOf(edits: readonly Edit[], decisions: Decisions): Answer {
  const taken = edits.filter((one) => ["accept", "edit"].includes(choiceOf(one, decisions) ?? ""))
  const words = taken.flatMap((one) => {
    const own = ownWords(one, decisions[one.id])
    return own === undefined || own === one.new ? [] : [[one.id, own] as const]
  })
  const accept = taken.map((one) => one.id)
  return words.length ? { accept, edited: Object.fromEntries(words) } : { accept }
}

/** An edit in units of the text, with the words that it puts there. */
export interface Placed {
  edit: Edit
  start: number
  end: number
}

/** The edits in the order of the text, with their places in it. */
export function placed(original: string, edits: readonly Edit[]): Placed[] {
  const at = unitPlaces(original)
  return edits
    .map((edit) => ({ edit, start: at(edit.start ?? 0), end: at(edit.end ?? 0) }))
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

/** The original with the edits that are taken; what no edit touches stays as it is, sign by sign. */
export function revisedText(original: string, edits: readonly Edit[], decisions: Decisions): string {
  const { accept, edited } = answerOf(edits, decisions)
  let done = 0
  const parts = placed(original, edits)
    .filter((one) => accept.includes(one.edit.id))
    .flatMap((one) => {
      const before = original.slice(done, one.start)
      done = one.end
      return [before, edited?.[one.edit.id] ?? one.edit.new]
    })
  return [...parts, original.slice(done)].join("")
}

/** How many are decided, and how. */
export function countsOf(edits: readonly Edit[], decisions: Decisions) {
  const choices = edits.map((one) => choiceOf(one, decisions))
  const count = (wanted: Choice | undefined) => choices.filter((one) => one === wanted).length
  return { accepted: count("accept"), own: count("edit"), rejected: count("reject"), open: count(undefined) }
}
