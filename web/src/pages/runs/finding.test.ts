import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { queryOf, useTyped, wantedOf } from "./finding"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("what is wanted stands in the address and comes back from it", () => {
  const wanted = { q: "宇治 tea & more", team: "research", status: "stopped: budget" }
  expect(wantedOf(new URLSearchParams(queryOf(wanted).toString()))).toEqual(wanted)
  expect(queryOf({ q: "", team: "slides", status: "" }).toString()).toBe("team=slides")
})

test("what is typed is told once, when nothing more comes", () => {
  const tell = vi.fn()
  const hook = renderHook(({ value }) => useTyped(value, tell), { initialProps: { value: "" } })
  for (const text of ["u", "uj", "uji "]) act(() => hook.result.current[1](text))
  expect(hook.result.current[0]).toBe("uji ")
  expect(tell).not.toHaveBeenCalled()
  act(() => void vi.runAllTimers())
  expect(tell.mock.calls).toEqual([["uji"]])
  hook.rerender({ value: "uji" })
  expect(hook.result.current[0], "the space before the next word stays").toBe("uji ")
  hook.rerender({ value: "sencha" })
  expect(hook.result.current[0]).toBe("sencha")
})
