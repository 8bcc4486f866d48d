import type { Edit, EditNote } from "./model"

const SEVERITIES = ["critical", "major", "minor"] as const

const text = (one: object, name: string): string => {
  const value: unknown = (one as Record<string, unknown>)[name]
  return typeof value === "string" ? value : ""
}

function noteOf(one: object): EditNote[] {
  const severity = SEVERITIES.find((word) => word === text(one, "severity")) ?? "minor"
  const said = { text: text(one, "finding"), question: text(one, "question"), critic: text(one, "critic") }
  return said.text || said.question ? [{ ...said, id: "", severity, suggestion: "" }] : []
}

/** The edits that a pause shows (`approval.shown`); undefined for every other sort of pause. */
export function editsOfPause(shown: unknown): Edit[] | undefined {
  if (!Array.isArray(shown) || !shown.length) return undefined
  const edits = shown.flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null || !("line" in one) || typeof one.line !== "number") return []
    const edit = { id: text(one, "id"), old: text(one, "old"), new: text(one, "new") }
    return edit.id ? [{ ...edit, line: one.line, byRule: false, notes: noteOf(one), facts: [] }] : []
  })
  return edits.length === shown.length ? edits : undefined
}
