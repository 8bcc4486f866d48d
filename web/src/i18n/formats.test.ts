import { expect, test } from "vitest"
import { formatsOf } from "./formats"

test("numbers, money and times stand as each language writes them", () => {
  const [en, ja] = [formatsOf("en"), formatsOf("ja")]
  expect(en.seconds(4.1)).toBe("4.1 s")
  expect(en.seconds(125)).toBe("2 min 5 s")
  expect(en.seconds(120)).toBe("2 min")
  expect(ja.seconds(3780)).toBe("1 時間 3 分")
  expect(en.usd(0.0123)).toBe("$0.0123")
  expect(en.usd(0)).toBe("$0.00")
  expect(en.usd(null)).toBe("?")
  expect(en.bytes(1234)).toBe("1.2 kB")
  expect(ja.number(1234567)).toBe("1,234,567")
})
