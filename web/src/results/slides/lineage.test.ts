import { expect, test } from "vitest"
import type { RunBrief } from "@/api/types/server"
import { lineageOf } from "./lineage"

let clock = 0

function run(id: string, continues = "", more: Partial<RunBrief> = {}): RunBrief {
  clock += 1
  const at = `2026-11-22T06:00:${String(clock).padStart(2, "0")}.000+00:00`
  return {
    ...{ id, team: "slides", mode: "edit", title: id, lang: "en", status: "done", can_continue: false },
    ...{ created_at: at, updated_at: at, last_seq: 9, continues, thread: "", terminal_only: false },
    ...more,
  }
}

test("a deck that nobody has changed is its own newest", () => {
  const deck = run("a", "", { mode: "deck" })
  expect(lineageOf(deck, [])).toEqual({
    ...{ newest: "a", pending: undefined, unfinished: undefined, others: [], thread: "deck-a" },
  })
})

test("edits of edits are followed to the last", () => {
  const deck = run("a", "", { mode: "deck" })
  const [b, c] = [run("b", "a"), run("c", "b", { thread: "deck-a" })]
  expect(lineageOf(deck, [c, b])).toMatchObject({ newest: "c", others: [], thread: "deck-a" })
  expect(lineageOf(b, [c]).newest).toBe("c")
})

test("of two lines the later is the newest, and the other is told", () => {
  const deck = run("a", "", { mode: "deck" })
  const [b, c, d] = [run("b", "a"), run("c", "a"), run("d", "b")]
  const found = lineageOf(deck, [d, c, b])
  expect(found.newest).toBe("d")
  expect(found.others.map((one) => one.id)).toEqual(["c"])
})

test("a deck that was made anew in the same conversation is another deck, and takes the conversation with it", () => {
  const deck = run("a", "", { mode: "deck", thread: "talk" })
  const other = run("b", "a", { mode: "deck", thread: "talk" })
  expect(lineageOf(deck, []).thread).toBe("talk")
  expect(lineageOf(deck, [other])).toMatchObject({ newest: "a", thread: "deck-a" })
})

test("what is at work is pending, and the deck stays as it is", () => {
  const deck = run("a", "", { mode: "deck" })
  const found = lineageOf(deck, [run("b", "a", { status: "running" })])
  expect(found).toMatchObject({ newest: "a", pending: { id: "b" }, unfinished: undefined })
})

test("an edit that failed is told until a later one came to its end; a cancelled one is not", () => {
  const deck = run("a", "", { mode: "deck" })
  const failed = run("b", "a", { status: "failed", can_continue: true })
  expect(lineageOf(deck, [failed]).unfinished?.id).toBe("b")
  expect(lineageOf(deck, [run("c", "a"), failed]).unfinished).toBeUndefined()
  expect(lineageOf(deck, [run("d", "a", { status: "cancelled" })]).unfinished).toBeUndefined()
})
