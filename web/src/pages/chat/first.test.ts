import { expect, test } from "vitest"
import { rememberFirst, takeFirst } from "./first"

test("the first message of a chat is taken once, by its own chat", () => {
  const file = { id: "0f8fad5bd9cb469fa16570867728950e", name: "市場.pdf", size: 3, media_type: "application/pdf" }
  rememberFirst("a", { words: "宇治茶について", files: [file] })
  expect(takeFirst("b")).toBeUndefined()
  expect(takeFirst("a")).toEqual({ words: "宇治茶について", files: [file] })
  expect(takeFirst("a")).toBeUndefined()
})
