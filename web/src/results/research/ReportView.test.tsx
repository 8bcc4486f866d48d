import { cleanup, fireEvent, render, screen, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import type { Result } from "@/api/types/research"
import type { RunDetail } from "@/api/types/server"
import { freshRun } from "@/live/state"
import { reportOf } from "./report.fixture"
import { ReportView } from "./ReportView"

afterEach(cleanup)
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    disconnect() {}
  },
)
Element.prototype.scrollIntoView = () => undefined

function show() {
  const document = reportOf()
  const result = { document, coverage: [], sources: [], iterations: 0, matrix: [] } as unknown as Result
  const run = { id: "r", artifacts: [], lang: "en" } as unknown as RunDetail
  return render(<ReportView run={run} live={freshRun("r")} result={result} evidence={undefined} />)
}

const marks = () => screen.getAllByRole("button", { name: /^Passage of source/ })
const panel = () => screen.getByRole("complementary", { name: "Passage" })

test("a mark opens its passage, arrows go on, Escape closes and gives the focus back", () => {
  show()
  fireEvent.click(marks()[2] as HTMLElement)
  expect(panel().querySelector("mark")?.textContent).toBe("It grew well in Uji.")
  expect(document.activeElement).toBe(panel())
  fireEvent.click(within(panel()).getByRole("button", { name: "Next passage" }))
  expect(panel().textContent).toContain("4 of 4")
  expect(panel().querySelector("mark")?.textContent).toContain("frost")
  fireEvent.keyDown(document, { key: "Escape" })
  expect(screen.queryByRole("complementary")).toBeNull()
  expect((document.activeElement as HTMLElement).id).toBe("cite-4")
})

test("the legend counts and filters, and all comes back", () => {
  show()
  fireEvent.click(screen.getByRole("button", { name: /disputed.*Other sources/ }))
  expect(screen.getByRole("status").textContent).toContain("1 of 3")
  expect(marks()).toHaveLength(2)
  fireEvent.click(screen.getByRole("button", { name: "Show all" }))
  expect(marks()).toHaveLength(4)
})
