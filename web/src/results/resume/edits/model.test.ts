import { describe, expect, test } from "vitest"
import type { Decision } from "@/api/types/resume"
import { editIn } from "./edits.fixture"
import {
  answerOf,
  choiceOf,
  countsOf,
  decidedIn,
  type Decisions,
  editsOf,
  fitted,
  ownWords,
  revisedText,
} from "./model"

const text = "# 𠮷田 花子 🙂\n\n- 業務改善を行った。\n- Did support.\n- Helped with hiring.\n"
const edits = [
  editIn(text, "E1", "行った", "実施した"),
  editIn(text, "E2", "Did support.", "Answered 40 tickets a week."),
  editIn(text, "E3", "- Helped with hiring.\n", ""),
  editIn(text, "E4", "", "\n- Learnt Go.", "support."),
]
const take = (...ids: string[]): Decisions => Object.fromEntries(ids.map((id) => [id, { choice: "accept" }]))

describe("what a text becomes", () => {
  test("places count characters, also those that take two units", () => {
    expect(revisedText(text, edits, take("E1"))).toBe(text.replace("行った", "実施した"))
  })

  test("edits side by side, a line that goes and one that comes", () => {
    expect(revisedText(text, edits, take("E1", "E2", "E3", "E4"))).toBe(
      "# 𠮷田 花子 🙂\n\n- 業務改善を実施した。\n- Answered 40 tickets a week.\n- Learnt Go.\n",
    )
  })

  test("nothing taken is the text itself, whatever is undecided or rejected", () => {
    expect(revisedText(text, edits, { E1: { choice: "reject" }, E2: { choice: undefined } })).toBe(text)
  })

  test("lines keep their ends", () => {
    const crlf = "one\r\ntwo\r\n"
    const edit = editIn(crlf, "E1", "two\r\n", "zwei\r\n")
    expect(revisedText(crlf, [edit], { E1: { choice: "edit", words: "2\n3\n" } })).toBe("one\r\n2\r\n3\r\n")
  })
})

describe("words of a person", () => {
  test("they stand between the line ends of the proposed words", () => {
    expect(fitted(edits[3] ?? never(), "- Learnt Rust.")).toBe("\n- Learnt Rust.")
    expect(fitted({ ...editIn("a\nb", "E1", "a", "x\n") }, "\n\ny\n")).toBe("y\n")
  })

  test("without words it is undecided", () => {
    const decisions: Decisions = { E1: { choice: "edit", words: "  " } }
    expect(ownWords(edits[0] ?? never(), decisions.E1)).toBeUndefined()
    expect(choiceOf(edits[0] ?? never(), decisions)).toBeUndefined()
    expect(countsOf(edits, decisions)).toEqual({ accepted: 0, own: 0, rejected: 0, open: 4 })
  })

  test("words that are the proposed ones are no words of one's own", () => {
    expect(answerOf(edits, { E1: { choice: "edit", words: "実施した" } })).toEqual({ accept: ["E1"] })
    expect(answerOf(edits, { E1: { choice: "edit", words: "した" }, E2: { choice: "reject" } })).toEqual({
      accept: ["E1"],
      edited: { E1: "した" },
    })
  })
})

test("what was decided is where one begins", () => {
  const made: Decision[] = [
    { id: "E1", state: "accepted", new: "" },
    { id: "E2", state: "edited", new: "Mine." },
    { id: "E3", state: "rejected", new: "" },
    { id: "E4", state: "open", new: "" },
  ]
  expect(answerOf(edits, decidedIn(made))).toEqual({ accept: ["E1", "E2"], edited: { E2: "Mine." } })
  expect(countsOf(edits, decidedIn(made))).toEqual({ accepted: 1, own: 1, rejected: 1, open: 1 })
})

test("an edit knows its finding and the facts of its words", () => {
  const finding = { id: "1C1", critic: "copywriter" as const, criterion: "", severity: "major" as const, text: "why" }
  const [edit] = editsOf({
    changes: [
      {
        id: "E1",
        line: 4,
        start: 0,
        end: 1,
        old: "for 40 venues",
        new: "x",
        findings: ["1C1"],
        iterations: [1],
        by: "m",
      },
    ],
    feedback: [
      {
        agent: "copywriter",
        iteration: 1,
        criteria: [],
        findings: [{ ...finding, place: null, quote: "", suggestion: "", question: "", by: "m" }],
        score: null,
        looks: [],
        verdict: "fail",
        by: "m",
        dropped: 0,
        note: "",
        why: "",
      },
    ],
    facts: [
      { kind: "number", text: "40", line: 4, claim: "", status: "kept" },
      { kind: "number", text: "40", line: 4, claim: "", status: "kept" },
      { kind: "number", text: "9", line: 4, claim: "", status: "kept" },
      { kind: "number", text: "4", line: 5, claim: "", status: "kept" },
    ],
  })
  expect(edit?.notes.map((one) => one.text)).toEqual(["why"])
  expect(edit?.facts).toEqual(["40"])
})

function never(): never {
  throw new Error("no such edit")
}
