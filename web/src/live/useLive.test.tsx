import { act, cleanup, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { events } from "./events.fixture"
import { useLive } from "./useLive"

// The client keeps the `fetch` that it finds when it is made.
const stored = vi.hoisted(() => {
  const page = { events: [] as unknown[], last_seq: 0 }
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(page), { status: 200 }))
  return page
})

/** The browser's, as far as it is used. */
class Source extends EventTarget {
  static made: Source[] = []
  static readonly CLOSED = 2
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor(readonly url: string) {
    super()
    Source.made.push(this)
  }
  close(): void {
    this.readyState = 2
  }
}

const told = events([
  { type: "node_started", node: "planner", task: "a" },
  { type: "node_started", node: "writer", task: "b" },
])

beforeEach(() => {
  vi.useFakeTimers()
  Source.made = []
  vi.stubGlobal("EventSource", Source)
  Object.assign(stored, { events: told.slice(0, 1), last_seq: 1 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Steps({ name }: { name: string }) {
  const live = useLive("R")
  return (
    <p>
      {name}: {live.steps.map((step) => step.node).join(" ")} {live.connection}
    </p>
  )
}

test("two parts of a page share one connection, and it is closed when neither is shown any more", async () => {
  const shown = render(
    <>
      <Steps name="one" />
      <Steps name="two" />
    </>,
  )
  await pass(500)
  expect(Source.made.map((source) => source.url)).toEqual(["/api/runs/R/events?after=1"])
  const source = Source.made[0] as Source
  source.onopen?.()
  source.dispatchEvent(new MessageEvent("node_started", { data: JSON.stringify(told[1]) }))
  await pass(500)
  expect(screen.getByText("one: planner writer live")).toBeTruthy()
  expect(screen.getByText("two: planner writer live")).toBeTruthy()

  shown.unmount()
  await pass(1_000)
  expect(source.readyState).toBe(1)
  await pass(10_000)
  expect(source.readyState).toBe(2)
})
