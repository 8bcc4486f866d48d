import { expect, test } from "vitest"
import { excerpt, marked, wordsOf } from "./marking"

test("the words of a question are those that tell something", () => {
  expect(wordsOf("玉露はどう作るか")).toEqual(["玉露", "作る"])
  expect(wordsOf("How is the UJI tea of 1738 made?")).toEqual(["uji", "tea", "1738", "made"])
  expect(wordsOf("茶 茶 A+B (x)")).toEqual(["茶"])
  expect(wordsOf("！？")).toEqual([])
})

test("words are marked wherever they stand, in any width, and nothing is lost", () => {
  const pieces = marked("Uji-cha: ＵＪＩ は宇治茶、宇治。", ["uji", "宇治茶", "宇治"])
  expect(pieces.filter((one) => one.hit).map((one) => one.text)).toEqual(["Uji", "ＵＪＩ", "宇治茶", "宇治"])
  expect(pieces.map((one) => one.text).join("")).toBe("Uji-cha: ＵＪＩ は宇治茶、宇治。")
  expect(marked("a.b a*b", ["a.b"])).toEqual([
    { text: "a.b", hit: true },
    { text: " a*b", hit: false },
  ])
  expect(marked("tea", [])).toEqual([{ text: "tea", hit: false }])
})

test("an excerpt stands around the first word; a short passage is whole", () => {
  const text = `${"前".repeat(300)}玉露${"後".repeat(300)}`
  const short = excerpt(text, ["玉露"])
  expect(short).toMatch(/^…前+玉露後+…$/)
  expect(short.length).toBeLessThan(230)
  expect(excerpt("短い玉露の話", ["玉露"])).toBe("短い玉露の話")
  expect(excerpt(text, ["ない"])).toMatch(/^前+…$/)
})
