import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import type { RunBrief } from "@/api/types/server"
import { RunRow } from "./RunRow"

afterEach(cleanup)

const run = (status: string, can_continue = false): RunBrief => ({
  id: "01KB3V8Q5T0M8W6S1E7Z4R2N9C",
  team: "research",
  mode: "quick",
  title: "Sencha",
  lang: "en",
  status,
  can_continue,
  created_at: "2026-11-25T09:30:00.000+00:00",
  updated_at: "2026-11-25T09:30:00.000+00:00",
  last_seq: 1,
  continues: "",
  thread: "",
  terminal_only: false,
})
const deeds = () =>
  [...screen.queryAllByRole("button"), ...screen.queryAllByRole("link").slice(1)].map((one) => one.textContent)

test.each([
  ["done", false, ["Delete"]],
  ["cancelled", false, ["Delete"]],
  ["running", true, ["Cancel", "Delete"]],
  ["paused", true, ["Cancel", "Delete", "Answer"]],
  ["interrupted", true, ["Continue", "Delete"]],
  ["failed", true, ["Continue", "Delete"]],
  ["stopped: budget", true, ["Delete", "Continue"]],
])("what can be done with a run that is %s", (status, canGo, expected) => {
  render(<RunRow run={run(status, canGo)} onDeed={() => undefined} />)
  expect(deeds()).toEqual(expected)
})

test("a deed is told by its name, and its button says which run it means", () => {
  const told = vi.fn()
  render(<RunRow run={run("failed", true)} onDeed={told} />)
  fireEvent.click(screen.getByRole("button", { name: "Continue “Sencha”" }))
  fireEvent.click(screen.getByRole("button", { name: "Delete “Sencha”" }))
  expect(told.mock.calls).toEqual([["continue"], ["delete"]])
})
