import { cleanup, render, screen } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import type { RoleModelsShown } from "@/api/types/server"
import { Roles } from "./Roles"

afterEach(cleanup)

const model = (name: string, lacks = "", usd: number | null = 2) => ({ model: name, lacks, usd_in: usd, usd_out: usd })
const role = (given: Partial<RoleModelsShown>): RoleModelsShown => ({
  team: "research",
  role: "planner",
  tier: "reasoning",
  why: "tier reasoning",
  models: [],
  chain: ["rule"],
  ...given,
})
const cells = () => screen.getAllByRole("cell").map((cell) => cell.textContent)

test("the first model that can be asked answers, the others stand behind it, and the rule behind them", () => {
  const models = [model("a:one", "A_KEY is not set"), model("b:two", "", 0.25), model("b:three")]
  render(<Roles team="research" roles={[role({ models })]} isLook={false} />)
  expect(cells()).toEqual(["reasoning", "b:two", "0.25 / 0.25", "b:threerule"])
})

test("where nothing can be asked the rule answers, and a look at a preset shows what would", () => {
  const models = [model("a:one", "A_KEY is not set", null)]
  const shown = render(<Roles team="research" roles={[role({ models })]} isLook={false} />)
  expect(cells()).toEqual(["reasoning", "rule", "free", ""])
  shown.rerender(<Roles team="research" roles={[role({ models })]} isLook />)
  expect(cells()).toEqual(["reasoning", "a:one", "unknown", "rule"])
})

test("what was set for a role alone is told", () => {
  render(<Roles team="research" roles={[role({ why: "planner" })]} isLook={false} />)
  expect(cells()[0]).toBe("reasoningset for it alone: planner")
})
