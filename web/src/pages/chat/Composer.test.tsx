import { act, cleanup, fireEvent, render, screen } from "@testing-library/react"
import { SWRConfig } from "swr"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Problem } from "@/api/client"
import type { Upload } from "@/api/types/server"
import { Composer, MOST } from "./Composer"
import type { Saying } from "./useConversation"

vi.hoisted(() => {
  globalThis.fetch = () => new Promise(() => undefined)
})

const sent = vi.hoisted(() => ({ ends: [] as ((it: Upload | Error) => void)[] }))

vi.mock("@/api/uploading", () => ({
  uploadFile: () =>
    new Promise<Upload>((resolve, reject) => {
      sent.ends.push((it) => (it instanceof Error ? reject(it) : resolve(it)))
    }),
  removeUpload: () => Promise.resolve(),
}))

let said: Saying[]
const shown = (more: Partial<Parameters<typeof Composer>[0]> = {}) => {
  const given = { chatId: "c", isBusy: false, isStopping: false, refused: undefined, onStop: () => undefined }
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Composer {...given} onSay={(saying) => said.push(saying)} {...more} />
    </SWRConfig>,
  )
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" })
}
const write = (field: HTMLTextAreaElement, words: string) => fireEvent.change(field, { target: { value: words } })

beforeEach(() => {
  said = []
  sent.ends = []
  localStorage.setItem("kasen.lang", "en")
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

test("Enter sends, Shift and Enter breaks the line", () => {
  const field = shown()
  write(field, " hello ")
  expect(fireEvent.keyDown(field, { key: "Enter", shiftKey: true })).toBe(true)
  expect(said).toEqual([])
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(false)
  expect(said).toEqual([{ words: "hello", files: [], options: {} }])
  expect(field.value).toBe("")
})

test("Enter that chooses a candidate of an input method sends nothing", () => {
  const field = shown()
  write(field, "うじ")
  fireEvent.keyDown(field, { key: "Enter", isComposing: true })
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 })
  expect(said).toEqual([])
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 })
  expect(said).toHaveLength(1)
})

test("a message that is too long is told before it is sent; characters are counted as people do", () => {
  const field = shown()
  write(field, "𠮷".repeat(MOST))
  expect(screen.getByText("0 characters left")).toBeTruthy()
  write(field, "茶".repeat(MOST + 3))
  expect(screen.getByText("3 characters too many: a message may have 20,000.")).toBeTruthy()
  fireEvent.keyDown(field, { key: "Enter" })
  expect(said).toEqual([])
})

test("nothing is sent while an answer is under way; the words stay, over a reload too", () => {
  const stop = vi.fn()
  const field = shown({ isBusy: true, onStop: stop })
  write(field, "later")
  fireEvent.keyDown(field, { key: "Enter" })
  fireEvent.click(screen.getByRole("button", { name: "Stop" }))
  expect(said).toEqual([])
  expect(stop).toHaveBeenCalledOnce()
  cleanup()
  expect(shown().value).toBe("later")
})

test("what was begun meanwhile stands below what the server did not take, and both outlive a reload", () => {
  write(shown({ isBusy: true }), "and this")
  cleanup()
  const refused = { words: "read this", files: [], options: {} }
  const field = shown({ refused })
  expect(field.value).toBe("read this\n\nand this")
  write(field, "read this\n\nand this too")
  cleanup()
  const again = shown()
  expect(again.value).toBe("read this\n\nand this too")
  fireEvent.keyDown(again, { key: "Enter" })
  expect(said.map(({ words }) => words)).toEqual(["read this\n\nand this too"])
  cleanup()
  expect(shown().value).toBe("")
})

test("what the server did not take stands there again, with its files", () => {
  const file = { id: "1", name: "tea.pdf", size: 9, media_type: "application/pdf" }
  const field = shown({ refused: { words: "read this", files: [file], options: {} } })
  expect(field.value).toBe("read this")
  expect(document.activeElement).toBe(field)
  expect(screen.getByText("tea.pdf")).toBeTruthy()
  fireEvent.keyDown(field, { key: "Enter" })
  expect(said[0]?.files).toEqual([file])
})

const TEA: Upload = { id: "1", name: "tea.pdf", size: 9, media_type: "application/pdf" }
const drop = (field: HTMLElement) => fireEvent.paste(field, { clipboardData: { files: [new File(["x"], "tea.pdf")] } })
const arrives = (it: Upload | Error) => act(async () => sent.ends.shift()?.(it))

test("what is sent while a file is on its way goes with the file, once", async () => {
  const field = shown()
  drop(field)
  write(field, "read this")
  fireEvent.keyDown(field, { key: "Enter" })
  expect(said).toEqual([])
  expect(screen.getByText("It goes when the files are there.")).toBeTruthy()
  await arrives(TEA)
  expect(said).toEqual([{ words: "read this", files: [TEA], options: {} }])
  expect(field.value).toBe("")
})

test("what waits for a file stays here when one writes on, or when the file is refused and taken away", async () => {
  const field = shown()
  drop(field)
  write(field, "read")
  fireEvent.keyDown(field, { key: "Enter" })
  write(field, "read this")
  await arrives(TEA)
  expect(said).toEqual([])
  drop(field)
  fireEvent.keyDown(field, { key: "Enter" })
  await arrives(new Problem(415, "", "not taken", ""))
  const away = screen.getAllByRole("button", { name: "Remove tea.pdf" })
  if (away[1]) fireEvent.click(away[1])
  expect(said).toEqual([])
  expect(field.value).toBe("read this")
})
