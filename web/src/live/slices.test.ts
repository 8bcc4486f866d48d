import { expect, test } from "vitest"
import { queue } from "./slices"

test("thousands of items are worked off in order, a little at a time", () => {
  let time = 0
  const frames: (() => void)[] = []
  const seen: number[] = []
  const told: number[] = []
  const clock = { now: () => time, soon: (call: () => void) => void frames.push(call) }
  const push = queue<number>(
    (items) => {
      time += 1
      seen.push(...items)
    },
    () => told.push(seen.length),
    clock,
  )
  const all = Array.from({ length: 1000 }, (_, n) => n)
  push(all.slice(0, 700))
  push(all.slice(700))
  expect(frames.length).toBe(1)
  for (let frame = frames.shift(); frame; frame = frames.shift()) {
    const before = time
    frame()
    expect(time - before).toBeLessThanOrEqual(9)
  }
  expect(seen).toEqual(all)
  expect(told.length).toBe(3)
})
