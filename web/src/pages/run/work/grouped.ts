import type { Event, EventOf } from "@/live/state"

/** What is shown as one: sources that came one after another, files likewise; everything else stands alone. */
export type Group =
  | { type: "source"; seq: number; notes: EventOf<"source">[] }
  | { type: "artifact"; seq: number; notes: EventOf<"artifact">[] }
  | { type: "one"; seq: number; note: Event }

/** Files that are for the machine begin so. */
export const isOwn = (name: string): boolean => name.startsWith("_")

/** The notes of a step as they are shown, in their order. */
export function grouped(notes: readonly Event[]): Group[] {
  const groups: Group[] = []
  for (const note of notes) {
    const last = groups.at(-1)
    if (note.type === "source" && last?.type === "source") last.notes.push(note)
    else if (note.type === "artifact" && last?.type === "artifact") last.notes.push(note)
    else if (note.type === "source") groups.push({ type: "source", seq: note.seq, notes: [note] })
    else if (note.type === "artifact") groups.push({ type: "artifact", seq: note.seq, notes: [note] })
    else groups.push({ type: "one", seq: note.seq, note })
  }
  return groups
}
