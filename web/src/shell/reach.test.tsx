import { act, cleanup, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { noteAnswer, noteSilence, reach, reachMiddleware } from "@/api/reach"
import { ServerBar } from "./Reach"

const answer = (status: number, type = "application/json") =>
  new Response("{}", { status, headers: { "content-type": type } })
const seen = (response: Response) => reachMiddleware.onResponse?.({ response } as never)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  noteAnswer(200)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("a proxy without its server is silence, a refusal of the server is an answer", async () => {
  await seen(answer(502, "text/html"))
  expect(reach.now().gone).toBe(true)
  await seen(answer(502))
  expect(reach.now().gone).toBe(false)
})

test("each refusal for want of a token is counted", async () => {
  const before = reach.now().refused
  await seen(answer(401))
  await seen(answer(404))
  expect(reach.now().refused).toBe(before + 1)
})

test("what was broken off by us is not silence", async () => {
  await reachMiddleware.onError?.({ error: new DOMException("", "AbortError") } as never)
  expect(reach.now().gone).toBe(false)
  await reachMiddleware.onError?.({ error: new TypeError("Failed to fetch") } as never)
  expect(reach.now().gone).toBe(true)
})

test("the bar comes with silence and goes when the server is back", async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError("no server")))
  vi.stubGlobal("fetch", asked)
  render(<ServerBar />)
  expect(screen.getByRole("status").textContent).toBe("")
  act(noteSilence)
  expect(screen.getByRole("status").textContent).toContain("does not answer")
  await act(() => vi.advanceTimersByTimeAsync(4_100))
  expect(asked).toHaveBeenCalledTimes(2)
  expect(screen.getByRole("status").textContent).toContain("does not answer")
  vi.stubGlobal("fetch", () => Promise.resolve(answer(200)))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByRole("status").textContent).toBe("The server answers again.")
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole("status").textContent).toBe("")
})
