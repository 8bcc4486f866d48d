import { expect, test } from "vitest"
import { queue } from "./slices"

test("thousands of items are worked off in order, a little at a time, and told now and then", () => {
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
    const before = (time += 16)
    frame()
    expect(time - before).toBeLessThanOrEqual(9)
  }
  expect(seen).toEqual(all)
  expect(told.at(-1)).toBe(1000)
  expect(told.length).toBe(2)
})
