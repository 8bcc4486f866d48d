import { expect, test } from "vitest"
import { type Block, blocksAlone, blocksOf, type Line } from "./blocks"
import { editIn } from "./edits.fixture"
import { type Decisions, revisedText } from "./model"

const text = "𠮷 one\n\n- two\n- three\n- four\n- five"
const edits = [
  editIn(text, "E1", "two", "zwei"),
  editIn(text, "E2", "- three\n", ""),
  editIn(text, "E3", "", "\n- new", "four"),
  editIn(text, "E4", "five", "fünf"),
]
const wordsOf = (line: Line) => line.pieces.map((piece) => piece.text).join("")
const side = (blocks: Block[], which: "left" | "right") => blocks.flatMap((one) => one[which].map(wordsOf))

test("the left side is the original, the right side what it becomes, line by line", () => {
  const all: Decisions = Object.fromEntries(edits.map((one) => [one.id, { choice: "accept" }]))
  const blocks = blocksOf(text, edits, all, "en")
  expect(side(blocks, "left")).toEqual(text.split("\n"))
  expect(side(blocks, "right")).toEqual(revisedText(text, edits, all).split("\n"))
  expect(blocks.flatMap((one) => one.right.map((line) => line.number))).toEqual([1, 2, 3, 4, 5, 6])
})

test("an edit that is rejected shows the original on both sides, without marks", () => {
  const [same, changed] = blocksOf("a\nb", [editIn("a\nb", "E1", "b", "c")], { E1: { choice: "reject" } }, "en")
  expect(same?.edits).toEqual([])
  expect(changed?.right).toEqual([{ number: 2, pieces: [{ text: "b" }] }])
})

test("edits of one line stand in one block", () => {
  const line = "alpha beta gamma"
  const two = [editIn(line, "E1", "alpha", "A"), editIn(line, "E2", "gamma", "C")]
  const blocks = blocksOf(line, two, {}, "en")
  expect(blocks.map((one) => one.edits.map((edit) => edit.id))).toEqual([["E1", "E2"]])
  expect(blocks[0]?.right.map(wordsOf)).toEqual(["A beta C"])
})

test("a line that goes leaves nothing on the right; the next lines are numbered anew", () => {
  const blocks = blocksOf(text, [edits[1] ?? never()], {}, "en")
  expect(blocks.map((one) => [one.left.length, one.right.length])).toEqual([
    [3, 3],
    [1, 0],
    [2, 2],
  ])
  expect(blocks[2]?.right.map((line) => line.number)).toEqual([4, 5])
})

test("without a text each edit stands by itself", () => {
  const blocks = blocksAlone([edits[2] ?? never(), edits[3] ?? never()], {}, "en")
  expect(blocks[0]?.left).toEqual([])
  expect(blocks[0]?.right.map(wordsOf)).toEqual(["- new"])
  expect(blocks[1]?.left.map((line) => [line.number, wordsOf(line)])).toEqual([[6, "five"]])
})

function never(): never {
  throw new Error("no such edit")
}
