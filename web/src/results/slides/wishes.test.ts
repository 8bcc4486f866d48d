import { expect, test } from "vitest"
import { wishFor } from "./wishes"

test("a wish names its slide in the language that it is written in", () => {
  expect(wishFor(3, " title: Exports ")).toBe("slide 3: title: Exports")
  expect(wishFor(3, "タイトル：輸出")).toBe("スライド3：タイトル：輸出")
  expect(wishFor(3, "「tea」を「茶」に置き換え")).toBe("スライド3：「tea」を「茶」に置き換え")
})

test("words that name a slide already stay as they are", () => {
  for (const said of [
    "slide 4: delete",
    "Delete slide 2",
    "move slide 5 to 2",
    "スライド４ ノート：a",
    "4枚目を削除",
    "第2ページ：a",
  ])
    expect(wishFor(3, said)).toBe(said)
  expect(wishFor(3, "delete")).toBe("slide 3: delete")
  expect(wishFor(3, "move to 2")).toBe("slide 3: move to 2")
  expect(wishFor(3, "2枚目へ移動")).toBe("スライド3：2枚目へ移動")
})
