import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Problem } from "@/api/client"
import type { Upload } from "@/api/types/server"
import { isSending, refusalOf, sentOf, uploadsOf, useSending } from "./sending"

const sent = vi.hoisted(() => ({
  calls: [] as { name: string; end: (it: Upload | Error) => void; signal?: AbortSignal }[],
}))
const removed = vi.hoisted(() => ({ ids: [] as string[] }))

vi.mock("@/api/uploading", () => ({
  uploadFile: (file: File, _: unknown, signal: AbortSignal) =>
    new Promise<Upload>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")))
      sent.calls.push({ name: file.name, signal, end: (it) => (it instanceof Error ? reject(it) : resolve(it)) })
    }),
  removeUpload: (id: string) => {
    removed.ids.push(id)
    return Promise.resolve()
  },
}))

beforeEach(() => {
  sent.calls = []
  removed.ids = []
})
afterEach(() => vi.useRealTimers())

const file = (name: string, text = "x") => new File([text], name)
const upload = (name: string): Upload => ({ id: `id-${name}`, name, size: 1, media_type: "text/plain" })

test("files are sent three at a time, and all come", async () => {
  const { result } = renderHook(() => useSending())
  act(() =>
    result.current.add(
      ["a", "b", "c", "d"].map((name) => file(name)),
      { many: true },
    ),
  )
  expect(sent.calls.map((one) => one.name)).toEqual(["a", "b", "c"])
  expect(isSending(result.current.files)).toBe(true)
  await act(async () => sent.calls[1]?.end(upload("b")))
  expect(sent.calls.map((one) => one.name)).toEqual(["a", "b", "c", "d"])
  await act(async () => [0, 2, 3].forEach((at) => sent.calls[at]?.end(upload("acd"[at] ?? "d"))))
  expect(isSending(result.current.files)).toBe(false)
  expect(uploadsOf(result.current.files)).toHaveLength(4)
})

test("a field for one file keeps the last one, and its first is taken back from the server", async () => {
  const { result } = renderHook(() => useSending(() => [sentOf(upload("old"), "resume"), sentOf(upload("job"), "job")]))
  act(() => result.current.add([file("new"), file("more")], { place: "resume" }))
  expect(result.current.files.map((one) => one.name)).toEqual(["job", "new"])
  expect(removed.ids).toEqual(["id-old"])
  await act(async () => sent.calls[0]?.end(upload("new")))
  expect(uploadsOf(result.current.files, "resume")).toEqual([upload("new")])
})

test("what is removed on its way is ended", async () => {
  const { result } = renderHook(() => useSending())
  act(() => result.current.add([file("a")]))
  await act(async () => result.current.remove(result.current.files[0]?.key ?? ""))
  expect(sent.calls[0]?.signal?.aborted).toBe(true)
  expect(result.current.files).toEqual([])
})

test("a page that is left ends what is on its way", () => {
  const { result, unmount } = renderHook(() => useSending())
  act(() => result.current.add([file("a")]))
  unmount()
  expect(sent.calls[0]?.signal?.aborted).toBe(true)
})

test("what the server refuses stands at the file, in its words", async () => {
  const { result } = renderHook(() => useSending())
  act(() => result.current.add([file("a")]))
  await act(async () => sent.calls[0]?.end(new Problem(413, "Rejected", "too much", "")))
  expect(result.current.files[0]?.refusal).toMatchObject({ kind: "problem", problem: { message: "too much" } })
  expect(isSending(result.current.files)).toBe(false)
})

test("what cannot be taken is not sent", () => {
  const { result } = renderHook(() => useSending())
  act(() => result.current.add([file("a.exe")], { forms: [".pdf"] }))
  expect(sent.calls).toEqual([])
  expect(refusalOf({ name: "A.PDF", size: 1 }, { forms: [".pdf"] })).toBeUndefined()
  expect(refusalOf({ name: "a.exe", size: 1 }, { forms: [".pdf"] })).toEqual({ kind: "form" })
  expect(refusalOf({ name: "a", size: 0 }, {})).toEqual({ kind: "empty" })
  expect(refusalOf({ name: "a", size: 11 }, { most: 10 })).toEqual({ kind: "large", most: 10 })
})
