import { expect, test } from "vitest"
import { inJapanese } from "./japanese"

test("a sentence of the server is said in Japanese, with its values", () => {
  expect(inJapanese("208 runs of yours are at work or wait")).toBe(
    "あなたの実行がすでに 208 件、実行中または順番待ちです。",
  )
  expect(inJapanese("there is a knowledge base `お茶` already")).toBe("「お茶」というナレッジはすでにあります。")
  expect(inJapanese("run 01ABC is not passed; there is nothing to continue")).toBe(
    "この実行は「不合格」のため、続けられません。",
  )
})

test("a field that is named stays named", () => {
  expect(inJapanese("`slides`: must be 60 or less, not `99`")).toBe("「slides」：60 以下にしてください（いまは 99）。")
})

test("what is not known stays unknown, and a command is the same in every language", () => {
  expect(inJapanese("something else")).toBeUndefined()
  expect(inJapanese("`slides`: something else")).toBeUndefined()
  expect(inJapanese("`kasen runs continue 01ABC`")).toBe("`kasen runs continue 01ABC`")
})

test("of two sentences that begin alike the one that fits is taken", () => {
  expect(inJapanese("there is no team `x`")).toBe("「x」というチームはありません。")
  expect(inJapanese("there is no team `x`; there is: `a`, b")).toBe(
    "「x」というチームはありません（あるもの：`a`, b）。",
  )
})
