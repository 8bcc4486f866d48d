import { expect, test } from "vitest"
import { Problem } from "@/api/client"
import { type SentFile, sentOf } from "@/api/sending"
import { fieldsOf, firstValues, type Values } from "./fields"
import { FIRST_OPTIONS, optionFaults, optionsOf } from "./options"
import { faultsOf, OWN, requestOf } from "./request"
import { TEAM } from "./team.fixture"
import { toldOf } from "./told"

const fields = fieldsOf(TEAM)
const ID = "0f8fad5bd9cb469fa16570867728950e"
const upload = (id: string, place: string) => sentOf({ id, name: `${id}.csv`, size: 1, media_type: "text/csv" }, place)
const filled = (values: Values = {}, files: SentFile[] = [], mode = "brew") => ({
  fields,
  values: { ...firstValues(fields), ...values },
  files,
  mode,
})

test("only what is said is sent; what differs from the server's default is said", () => {
  expect(requestOf(filled({ wish: "  煎茶  " }))).toEqual({ wish: "煎茶", edits: "ask" })
  expect(requestOf(filled({ wish: "x", cold: true, edits: "none", steep: "", heat: "" }))).toEqual({
    wish: "x",
    cold: true,
  })
})

test("what a mode does not use is kept in the form and not sent", () => {
  const values = { wish: "x", herbs: ["mint"], steep: "4" }
  expect(requestOf(filled(values))).toMatchObject({ steep: 4 })
  expect(requestOf(filled(values))).not.toHaveProperty("herbs")
  expect(requestOf(filled(values, [], "blend"))).toMatchObject({ herbs: ["mint"] })
  expect(requestOf(filled(values, [], "blend"))).not.toHaveProperty("steep")
})

test("lists are sent without what is blank", () => {
  expect(
    requestOf(filled({ wish: "x", steps: ["Warm the pot", "", "  "], bases: ["tea"], ask: ["taste"] })),
  ).toMatchObject({
    steps: ["Warm the pot"],
    bases: ["tea"],
    ask: ["taste"],
  })
})

test("files are named by their uploads: in a list, as one folder, or alone", () => {
  const files = [upload("a", "leaves"), upload("b", "posting")]
  expect(requestOf(filled({ wish: "x" }, files))).toMatchObject({ leaves: ["upload:a"], posting: "upload:b" })
  expect(requestOf(filled({ wish: "x" }, [upload("a", "cup"), upload("b", "cup")])).cup).toEqual([
    "upload:a",
    "upload:b",
  ])
})

test("a word or an address stands where no file does", () => {
  const file = [upload("a", "pot")]
  expect(requestOf(filled({ wish: "x", pot: "iron" }, file)).pot).toBe("iron")
  expect(requestOf(filled({ wish: "x", pot: OWN }, file)).pot).toBe("upload:a")
  expect(requestOf(filled({ wish: "x", pot: OWN }))).not.toHaveProperty("pot")
  expect(requestOf(filled({ wish: "x", posting: "https://example.com/job" })).posting).toBe("https://example.com/job")
})

test("what is wrong is known before the server is asked", () => {
  expect(faultsOf(filled())).toEqual({ wish: { kind: "missing" } })
  expect(faultsOf(filled({ wish: "x", steep: "9" }))).toEqual({ steep: { kind: "range", least: 1, most: 5 } })
  expect(faultsOf(filled({ wish: "x", steep: "1.5" }))).toEqual({ steep: { kind: "whole" } })
  expect(faultsOf(filled({ wish: "x", heat: "hot" }))).toEqual({ heat: { kind: "number" } })
  expect(faultsOf(filled({ wish: "x", steep: "9" }, [], "blend"))).toEqual({})
  expect(faultsOf(filled({ wish: "x", pot: OWN }))).toEqual({ pot: { kind: "missingFile" } })
})

test("a run does not begin without its files", () => {
  const late: SentFile = { key: "1", place: "leaves", name: "a.csv", size: 1, share: 0.5 }
  expect(faultsOf(filled({ wish: "x" }, [late]))).toEqual({ leaves: { kind: "sending" } })
  const refused: SentFile = { ...late, refusal: { kind: "empty" } }
  expect(faultsOf(filled({ wish: "x" }, [refused]))).toEqual({ leaves: { kind: "refused" } })
  const inPot: SentFile = { ...refused, place: "pot" }
  expect(faultsOf(filled({ wish: "x", pot: "iron" }, [inPot]))).toEqual({})
})

test("a file is missing where one is what is asked", () => {
  const asked = { ...TEAM, argument: "posting", request: { ...TEAM.request, required: ["posting"] } }
  const own = { ...filled(), fields: fieldsOf(asked) }
  expect(own.fields[0]?.name).toBe("posting")
  expect(faultsOf(own)).toEqual({ posting: { kind: "missingFile" } })
  expect(faultsOf({ ...own, files: [upload("a", "posting")] })).toEqual({})
})

test("what the server refuses stands at the field that it names", () => {
  const names = ["slides", "docs", "usd"]
  const told = (message: string) =>
    toldOf(new Problem(422, "InputError", message, "Try 9."), names, [upload(ID, "docs")])
  const fault = (message: string) => ({ kind: "told", message, hint: "Try 9." })
  expect(told("`slides`: must be 60 or less")).toEqual({
    at: "field",
    name: "slides",
    fault: fault("must be 60 or less"),
  })
  expect(told("`docs.0`: is missing")).toEqual({ at: "field", name: "docs", fault: fault("is missing") })
  expect(told("`docs` does not take `a.exe`")).toMatchObject({ at: "field", name: "docs" })
  expect(told(`there is no upload \`${ID}\``)).toEqual({ at: "file", key: ID, place: "docs" })
  expect(told("`colour`: is no field")).toEqual({ at: "form" })
  expect(told("the disk is full")).toEqual({ at: "form" })
})

test("options are sent as numbers, caps only where they are said", () => {
  expect(optionsOf(FIRST_OPTIONS)).not.toHaveProperty("budget_usd")
  expect(optionsOf({ ...FIRST_OPTIONS, usd: "0.5", minutes: "2", calls: "7", localOnly: true })).toMatchObject({
    budget_usd: 0.5,
    budget_seconds: 120,
    budget_calls: 7,
    local_only: true,
  })
  expect(optionFaults({ ...FIRST_OPTIONS, usd: "-1", minutes: "0", calls: "1.5" })).toEqual({
    usd: { kind: "range", least: 0, most: undefined },
    minutes: { kind: "positive" },
    calls: { kind: "whole" },
  })
  expect(optionFaults({ ...FIRST_OPTIONS, usd: "0", minutes: "1", calls: "0" })).toEqual({})
})
