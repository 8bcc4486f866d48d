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

test("a general sentence does not take what another knows", () => {
  const failed = (why: string) => `実行が失敗しました（RuntimeError: ${why}）。`
  for (const why of ["the port is in use already", "the tool would not answer"]) {
    expect(inJapanese(`run 01X failed: RuntimeError: ${why}`)).toBe(failed(why))
  }
  expect(inJapanese("no search answered: tavily answered 432: plan; searxng: no connection to http://a: refused")).toBe(
    "どの検索も応答しませんでした（tavily が 432 を返しました（plan）；searxng：http://a に接続できません（refused））。",
  )
  expect(inJapanese("`top`: must be greater than 5, not `3`")).toBe("「top」：5 より大きくしてください（いまは 3）。")
})

test("what repeats itself is looked at for a moment only", () => {
  const began = performance.now()
  for (const text of ["`a`: ", "run a is ", "run a failed: ", "a: no connection to "]) {
    inJapanese(text.repeat(200).slice(0, 2000))
    expect(inJapanese(text.repeat(4000))).toBeUndefined()
  }
  expect(performance.now() - began).toBeLessThan(1000)
})
