import { expect, test } from "vitest"
import { fieldsOf, firstValues, isUsed } from "./fields"
import { both, TEAM } from "./team.fixture"

const fields = fieldsOf(TEAM)
const named = (name: string) => fields.find((one) => one.name === name)

test("the argument comes first; what writes, and what another page asks, is not asked", () => {
  expect(fields.map((one) => one.name)).toEqual([
    ...["wish", "leaves", "lang", "steep", "heat", "cold", "herbs", "steps", "bases", "ask", "pot", "posting", "cup"],
    ...["edits", "note"],
  ])
})

test("each field is asked by the control that fits its schema", () => {
  expect(Object.fromEntries(fields.map((one) => [one.name, one.kind]))).toEqual({
    wish: "long",
    leaves: "file",
    lang: "choice",
    steep: "number",
    heat: "number",
    cold: "toggle",
    herbs: "tags",
    steps: "lines",
    bases: "kb",
    ask: "ticks",
    pot: "file",
    posting: "file",
    cup: "file",
    edits: "choice",
    note: "line",
  })
})

test("words stand in both languages, and a field without any by its own name", () => {
  expect(named("wish")).toMatchObject({
    label: both("Which tea?", "どのお茶にしますか"),
    about: both("What to drink.", "飲みたいもの。"),
  })
  expect(named("heat")?.label).toEqual(both("heat", "heat"))
  expect(named("lang")?.choices[0]).toEqual({ value: "auto", label: both("Same", "同じ") })
})

test("values begin as the server would take them, or as one wants them who is there", () => {
  expect(firstValues(fields)).toMatchObject({
    lang: "auto",
    steep: "3",
    heat: "80.5",
    cold: false,
    leaves: "",
    cup: "",
  })
  expect(firstValues(fields)).toMatchObject({ herbs: [], ask: [], edits: "ask" })
  expect(named("edits")?.choices.map((one) => one.value)).toEqual(["ask", "all", "none"])
})

test("limits and modes come along", () => {
  expect(named("steep")).toMatchObject({ least: 1, most: 5, whole: true, modes: ["brew"] })
  expect(named("heat")?.whole).toBe(false)
  expect(named("note")?.longest).toBe(20)
  expect(fields.filter((one) => !isUsed(one, "blend")).map((one) => one.name)).toEqual(["steep"])
  expect(fields.filter((one) => !isUsed(one, "brew")).map((one) => one.name)).toEqual(["herbs"])
})
