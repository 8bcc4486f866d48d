import { expect, test } from "vitest"
import { isLost, tellerOf } from "./telling"

const first = { place: "a", began: 1 }
const before = new Map([["r", first]])

test("a reading is lost when its process was followed by another in its place", () => {
  expect(isLost(before, [], { place: "a", began: 2 })).toBe(true)
})

test("a reading that is told, or that the same process or another server does not tell, is not lost", () => {
  expect(isLost(before, ["r"], { place: "a", began: 2 })).toBe(false)
  expect(isLost(before, [], first)).toBe(false)
  expect(isLost(before, [], { place: "b", began: 2 })).toBe(false)
  expect(isLost(before, [], { place: "", began: 0 })).toBe(false)
})

test("the header says which process tells", () => {
  expect(tellerOf(new Response("", { headers: { "Kasen-Process": "a 12" } }))).toEqual({ place: "a", began: 12 })
  expect(tellerOf(new Response(""))).toEqual({ place: "", began: 0 })
})
