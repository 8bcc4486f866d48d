import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { afterEach, expect, test } from "vitest"
import { EditChoice } from "./EditChoice"
import { editIn } from "./edits/edits.fixture"
import { answerOf, type Decisions } from "./edits/model"

afterEach(cleanup)

const text = "one\ntwo\nthree"
const edits = [
  editIn(text, "E1", "one", "eins"),
  editIn(text, "E2", "two", "zwei"),
  editIn(text, "E3", "three", "drei"),
]

function Page({ start, recommended = true }: { start?: Decisions; recommended?: boolean }) {
  const [decisions, setDecisions] = useState<Decisions>(start ?? {})
  return (
    <>
      <EditChoice
        edits={edits}
        original={text}
        lang="en"
        decisions={decisions}
        onChange={setDecisions}
        recommended={recommended}
        {...(start && { start })}
      />
      <output>{JSON.stringify(answerOf(edits, decisions))}</output>
    </>
  )
}

const card = (id: string) => screen.getByRole("article", { name: new RegExp(`\\b${id}\\b`) })
const focus = (id: string) => act(() => card(id).focus())
const said = () => screen.getAllByRole("status").find((one) => one.tagName === "OUTPUT")?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test("keys choose, and go on to the next edit", async () => {
  render(<Page />)
  focus("E1")
  press("a")
  await waitFor(() => expect(document.activeElement).toBe(card("E2")))
  press("r")
  await waitFor(() => expect(document.activeElement).toBe(card("E3")))
  press("k")
  press("ArrowUp")
  expect(document.activeElement).toBe(card("E1"))
  expect(said()).toBe('{"accept":["E1"]}')
  expect(screen.getByText("2 of 3 decided")).toBeDefined()
})

test("whoever types is not choosing; Escape goes back to the edit", async () => {
  render(<Page />)
  focus("E2")
  press("e")
  const box = await screen.findByRole("textbox", { name: "Your words for E2" })
  await waitFor(() => expect(document.activeElement).toBe(box))
  press("r")
  fireEvent.change(box, { target: { value: "deux" } })
  expect(said()).toBe('{"accept":["E2"],"edited":{"E2":"deux"}}')
  fireEvent.change(box, { target: { value: " " } })
  expect(box.getAttribute("aria-invalid")).toBe("true")
  expect(said()).toBe('{"accept":[]}')
  press("Escape")
  expect(document.activeElement).toBe(card("E2"))
})

test("keys with Ctrl are the browser's", () => {
  render(<Page />)
  focus("E1")
  fireEvent.keyDown(card("E1"), { key: "a", ctrlKey: true })
  expect(said()).toBe('{"accept":[]}')
})

test("the rest at once keeps what was decided; reset goes back to the start", () => {
  render(<Page start={{ E2: { choice: "reject" } }} />)
  fireEvent.click(screen.getByRole("button", { name: "Accept the rest" }))
  expect(said()).toBe('{"accept":["E1","E3"]}')
  fireEvent.click(screen.getByRole("button", { name: "Reset" }))
  expect(said()).toBe('{"accept":[]}')
})

test("what is not recommended is not taken all at once", () => {
  render(<Page recommended={false} />)
  expect(screen.queryByRole("button", { name: /Accept all/ })).toBeNull()
})

test("a choice that is pressed again is undecided", () => {
  render(<Page />)
  const [accept] = screen.getAllByRole("button", { name: /^Accept a|^Accept$/ })
  if (!accept) throw new Error("no button")
  fireEvent.click(accept)
  expect(accept.getAttribute("aria-pressed")).toBe("true")
  fireEvent.click(accept)
  expect(said()).toBe('{"accept":[]}')
})
