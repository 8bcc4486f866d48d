import { expect, test } from "vitest"
import { reasonIn } from "./reasons"

test("what the server says of a document is said in Japanese, with its numbers", () => {
  const scan = "is a scan without a text layer (12 pages); put it through OCR first"
  expect(reasonIn("ja", scan)).toBe("文字情報のないスキャンです（12 ページ）。OCR にかけてから追加してください。")
  expect(reasonIn("ja", "is too large (80 MB; the limit is 50 MB)")).toBe("大きすぎます（80 MB、上限 50 MB）。")
  expect(reasonIn("en", "is encrypted")).toBe("Is encrypted")
})

test("a document that says the same as another is named without its folder", () => {
  expect(reasonIn("ja", "says the same as `/srv/kb/tea/files/copy.md`")).toBe("「copy.md」と同じ内容です。")
  expect(reasonIn("en", "says the same as `/srv/kb/tea/files/copy.md`")).toBe("Says the same as `copy.md`")
})

test("what is not known here stays as the server says it", () => {
  expect(reasonIn("ja", "sits on the moon")).toBe("sits on the moon")
})
