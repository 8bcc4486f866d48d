import { expect, test } from "vitest"
import { editsOfPause } from "./pause"

const shown = {
  id: "E1",
  line: 3,
  old: "a",
  new: "b",
  finding: "weak",
  critic: "copywriter",
  severity: "major",
  question: "",
}

test("a pause shows its edits", () => {
  expect(editsOfPause([shown, { ...shown, id: "E2", finding: "", severity: "" }])).toMatchObject([
    { id: "E1", line: 3, old: "a", new: "b", notes: [{ text: "weak", severity: "major", critic: "copywriter" }] },
    { id: "E2", notes: [] },
  ])
})

test("what is no list of edits is none", () => {
  for (const other of [undefined, null, [], {}, ["E1"], [shown, { id: "E2" }], [{ ...shown, id: 7 }]])
    expect(editsOfPause(other)).toBeUndefined()
})
