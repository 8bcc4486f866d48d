import { expect, test } from "vitest"
import { step } from "./stepping"

test("keys lead from slide to slide, and stop at the ends", () => {
  const to = (key: string, at: number) => step({ key }, at, 9)
  expect([to("ArrowRight", 0), to("ArrowLeft", 0), to("ArrowRight", 8)]).toEqual([1, 0, 8])
  expect([to("Home", 5), to("End", 5), to("PageDown", 5), to("ArrowUp", 5)]).toEqual([0, 8, 6, 4])
})

test("other keys, and those of the browser, lead nowhere", () => {
  expect(step({ key: "a" }, 0, 9)).toBeUndefined()
  expect(step({ key: "ArrowLeft", altKey: true }, 3, 9)).toBeUndefined()
})
