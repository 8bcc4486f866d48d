import { expect, test } from "vitest"
import { answered, factsFor, factsYaml, MOST } from "./answers"

const facts = [
  { kind: "other", text: "Said before.", line: 0, claim: "", status: "confirmed" },
  { kind: "number", text: "40", line: 3, claim: "", status: "kept" },
] as const

test("a new round knows what was confirmed before, and each sentence once", () => {
  expect(factsFor({ facts: [...facts] }, { a: "Said now.", b: "  ", c: "Said now.", d: "Said before." })).toEqual([
    "Said before.",
    "Said now.",
  ])
})

test("an answer is one line, without signs that a file cannot hold", () => {
  expect(answered({ a: " 復旧が\n90分から\u0007\u009f35分に。\ufffe " })).toEqual(["復旧が 90分から 35分に。"])
})

test("nothing that is written is read as anything else", () => {
  expect(factsYaml(['- "a": b # c', "{x}", "𠮷🙂"])).toBe('- "- \\"a\\": b # c"\n- "{x}"\n- "𠮷🙂"\n')
})

test("a run takes so many facts and no more", () => {
  const many = Object.fromEntries(Array.from({ length: MOST + 5 }, (_, at) => [`${at}`, `Fact ${at}.`]))
  expect(factsFor({ facts: [] }, many)).toHaveLength(MOST)
})
