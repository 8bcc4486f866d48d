import { expect, test } from "vitest"
import { wordDiff } from "./wordDiff"

const marked = (runs: { text: string; changed: boolean }[]) =>
  runs.map((run) => (run.changed ? `[${run.text}]` : run.text)).join("")

test("Japanese is compared word by word, though there is no space", () => {
  const { old, new: fresh } = wordDiff("業務改善を行った。", "業務改善を実施した。", "ja")
  expect(marked(old)).toMatch(/^業務改善を\[行っ/)
  expect(marked(fresh)).toMatch(/^業務改善を\[実施/)
  expect(old.map((run) => run.text).join("")).toBe("業務改善を行った。")
})

test("a number changes as a whole, and a lone space between two changes belongs to them", () => {
  const { old, new: fresh } = wordDiff("cut from 90 to 35 min", "cut from 120 by 35 min", "en")
  expect(marked(old)).toBe("cut from [90 to] 35 min")
  expect(marked(fresh)).toBe("cut from [120 by] 35 min")
})

test("nothing against something", () => {
  expect(wordDiff("", "new", "en")).toEqual({ old: [], new: [{ text: "new", changed: true }] })
  expect(wordDiff("same", "same", "en").old).toEqual([{ text: "same", changed: false }])
})
