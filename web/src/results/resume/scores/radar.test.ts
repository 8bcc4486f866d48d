import { expect, test } from "vitest"
import { cornersOf, pointAt, RADIUS, sidesOf } from "./radar"

test("the first axis points up, a value stands at its share", () => {
  expect(pointAt(0, 5, 1)).toEqual({ x: 0, y: -RADIUS })
  expect(cornersOf([5, 10, 12, -1, 0], 10)[0]).toEqual({ x: 0, y: -RADIUS / 2 })
  expect(cornersOf([5, 10, 12, -1, 0], 10)[2]).toEqual(pointAt(2, 5, 1))
})

test("a critic without a score has no corner, and no side leads to it", () => {
  const corners = cornersOf([8, 8, 8, 8, null], 10)
  expect(corners[4]).toBeUndefined()
  expect(sidesOf(corners)).toHaveLength(3)
  expect(sidesOf(cornersOf([8, 8, 8, 8, 8], 10))).toHaveLength(5)
})
