import { expect, test } from "vitest"
import type { ChatMessage } from "./message"
import { bothOf, forgetUnsent, keepUnsent, unsentOf } from "./unsent"

const said = (text: string): ChatMessage => ({ id: text, role: "user", parts: [{ type: "text", text }] })
const saying = { words: "tea", files: [], options: {} }

test("what the server has not is found after a reload, by its own chat, until the server has it", () => {
  keepUnsent("a", saying)
  expect(unsentOf("b", [])).toBeUndefined()
  expect(unsentOf("a", [said("coffee")])).toEqual(saying)
  expect(unsentOf("a", [said("coffee"), said("tea"), { id: "1", role: "assistant", parts: [] }])).toBeUndefined()
  forgetUnsent("a")
  expect(unsentOf("a", [])).toBeUndefined()
})

test("words are joined only where there are both", () => {
  expect(bothOf("", " x ")).toBe(" x ")
  expect(bothOf("", " ")).toBe(" ")
  expect(bothOf("a", "")).toBe("a")
  expect(bothOf("a", "b")).toBe("a\n\nb")
})
