import type { RunBrief } from "@/api/types/server"

/** What has become of a deck since a run: edits of it, edits of those, and so on. */
export interface Lineage {
  /** The latest run that has a deck; the run itself where nothing came after it. */
  newest: string
  /** An edit that is at work. */
  pending: RunBrief | undefined
  /** An edit after the newest that came to no end. */
  unfinished: RunBrief | undefined
  /** Ends of other lines: edits that did not go on from what the newest goes on from. */
  others: RunBrief[]
  /** What the next edit belongs to: the server lets one at a time work in it. */
  thread: string
}

const AT_WORK = ["created", "waiting", "running"]
/** Whether a run is at work, by its status. */
export const isAtWork = (status: string): boolean => AT_WORK.includes(status)

/** The lineage of a run from the runs that go on from it; decks that were made anew do not count as versions. */
export function lineageOf(run: RunBrief, later: readonly RunBrief[]): Lineage {
  const edits = editsAfter(run.id, later)
  const done = edits.filter((one) => one.status === "done")
  const newest = done.reduce((latest, one) => (isLater(one, latest) ? one : latest), run)
  const before = ancestors(newest, [run, ...edits])
  const followed = new Set(done.map((one) => one.continues))
  const after = (one: RunBrief) => newest === run || isLater(one, newest)
  return {
    newest: newest.id,
    pending: edits
      .filter((one) => isAtWork(one.status))
      .sort(byTime)
      .at(-1),
    unfinished: edits
      .filter((one) => !isAtWork(one.status) && !["done", "cancelled"].includes(one.status) && after(one))
      .sort(byTime)
      .at(-1),
    others: done.filter((one) => one !== newest && !before.has(one.id) && !followed.has(one.id)).sort(byTime),
    thread: threadOf(newest, later),
  }
}

/**
 * The conversation of the newest, where nothing else has gone on in it: the next turn there goes on from the newest
 * then. Else one of its own, whose first turn does.
 */
function threadOf(newest: RunBrief, later: readonly RunBrief[]): string {
  const isLast = !later.some((one) => one.continues === newest.id && (one.mode !== "edit" || one.status === "done"))
  return isLast && newest.thread ? newest.thread : `deck-${newest.id}`
}

function editsAfter(id: string, later: readonly RunBrief[]): RunBrief[] {
  const mine = later.filter((one) => one.continues === id && one.mode === "edit" && one.id !== id)
  return mine.flatMap((one) => [one, ...editsAfter(one.id, later)])
}

function ancestors(run: RunBrief, all: readonly RunBrief[]): Set<string> {
  const found = new Set<string>()
  for (let at: RunBrief | undefined = run; at && !found.has(at.id);) {
    const before: string = at.continues
    found.add(at.id)
    at = all.find((one) => one.id === before)
  }
  return found
}

const byTime = (a: RunBrief, b: RunBrief) => (isLater(a, b) ? 1 : -1)
const isLater = (a: RunBrief, b: RunBrief) =>
  a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at
