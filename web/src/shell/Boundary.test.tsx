import { act, cleanup, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { noteAnswer, reach } from "@/api/reach"
import { ofTab } from "@/api/storage"
import { Boundary } from "./Boundary"
import { reloadOnce } from "./reloading"

function Breaks({ message }: { message: string }): never {
  throw new Error(message)
}

beforeEach(() => {
  ofTab.clear()
  vi.spyOn(console, "error").mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test("a page that breaks is a calm page, and what is around it stays", () => {
  render(
    <>
      <nav>Places</nav>
      <Boundary>
        <Breaks message="cup is null" />
      </Boundary>
    </>,
  )
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This page stopped")
  expect(screen.getByText("cup is null")).toBeTruthy()
  expect(screen.getByText("Places")).toBeTruthy()
})

test("a part that is not there any more is told as what it is", async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError("no server")))
  vi.stubGlobal("fetch", asked)
  render(
    <Boundary>
      <Breaks message="Failed to fetch dynamically imported module: /assets/x.js" />
    </Boundary>,
  )
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This page could not be loaded")
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())
  await waitFor(() => expect(reach.now().gone).toBe(true))
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined)
  act(() => noteAnswer(200))
  expect(reload).toHaveBeenCalledOnce()
})

test("it is loaded again once, and only from a server that is there", async () => {
  const reload = vi.fn()
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 503 })))
  expect(await reloadOnce(reload)).toBe(false)
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("ok")))
  expect(await reloadOnce(reload)).toBe(true)
  expect(await reloadOnce(reload)).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

test("a browser that would not remember it is not made to load it again and again", async () => {
  const refuses = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("refused", "SecurityError")
    },
  }
  vi.stubGlobal("sessionStorage", refuses)
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("ok")))
  const reload = vi.fn()
  expect(await reloadOnce(reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
