import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import { useState } from "react"
import { afterEach, expect, test } from "vitest"
import { deckOf, fileOf, resultWith, runOf, slideOf } from "./samples"
import { SlidePicture } from "./SlidePicture"
import { Strip } from "./Strip"
import { shotsOf } from "./shots"

afterEach(cleanup)

const slides = ["a", "b", "c"].map((id) => slideOf(id, { marks: id === "c" ? ["Missing."] : [] }))
const renders = slides.map((one) => ({ slide_id: one.id, artifact: `${one.id}.png`, sha256: one.id }))
const run = runOf(
  "r",
  resultWith(deckOf(slides), { renders }),
  renders.map((one) => fileOf(one.artifact)),
)
const shots = shotsOf(run, run)

function Shown() {
  const [at, show] = useState(0)
  return <Strip shots={shots} at={at} onShow={show} changed={new Set(["b"])} problems={new Map([[3, 2]])} />
}

const current = () => screen.getAllByRole("button").find((one) => one.getAttribute("aria-current"))

test("one slide takes the focus, and the keys go through all of them", () => {
  render(<Shown />)
  const buttons = screen.getAllByRole("button")
  expect(buttons.map((one) => one.tabIndex)).toEqual([0, -1, -1])
  fireEvent.keyDown(buttons[0] as HTMLElement, { key: "ArrowRight" })
  expect(current()?.textContent).toContain("Title b")
  expect(document.activeElement).toBe(current())
  fireEvent.keyDown(current() as HTMLElement, { key: "End" })
  expect(current()?.textContent).toContain("Title c")
  fireEvent.keyDown(current() as HTMLElement, { key: "Home" })
  expect(current()?.textContent).toContain("Title a")
})

test("what was changed, what lacks and what the checks found is said in words", () => {
  render(<Shown />)
  const [, b, c] = screen.getAllByRole("button").map((one) => one.textContent)
  expect(b).toContain("changed")
  expect(c).toContain("something is missing")
  expect(c).toContain("2 problems")
})

test("without a picture the words of the slide stand there, and that there is none", () => {
  const bare = runOf("r", resultWith(deckOf([slideOf("a", { message: "It grew." })]), { rendered_by: "" }))
  const [shot] = shotsOf(bare, bare)
  if (!shot) throw new Error("no slide")
  render(<SlidePicture shot={shot} lang="en" />)
  expect(screen.queryByRole("img")).toBeNull()
  screen.getByText(/No picture of this slide: LibreOffice/)
  screen.getByText("It grew.")
})
