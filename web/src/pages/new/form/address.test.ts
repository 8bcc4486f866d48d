import { expect, test } from "vitest"
import { valuesIn } from "./address"
import { fieldsOf } from "./fields"
import { TEAM } from "./team.fixture"

test("an address fills in text, lists and values that there are, and no files", () => {
  const search = new URLSearchParams("team=tea&wish=煎茶&bases=uji&bases=tea&lang=ja&edits=never&pot=/etc/passwd&x=1")
  expect(valuesIn(search, fieldsOf(TEAM))).toEqual({ wish: "煎茶", bases: ["uji", "tea"], lang: "ja" })
})
