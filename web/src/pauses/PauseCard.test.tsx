import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { SWRConfig } from "swr"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ApprovalShown } from "@/api/types/server"
import { usePauses } from "./answering"
import { PauseCard } from "./PauseCard"

/** The client of the server takes `fetch` when it is loaded. */
const server = vi.hoisted(() => {
  const held: { answer: (request: Request) => Promise<Response> } = { answer: () => Promise.reject(new Error("no")) }
  globalThis.fetch = (request) => held.answer(request as Request)
  return held
})

const TEXTS = { type: "array", items: { type: "string", maxLength: 50 } }
const DEFAULT = { go_on: true, plan: { investigation_points: ["one", "two"], web_queries: [] } }
const OPEN: ApprovalShown = {
  ...{ id: "i1", name: "plan", question: "Shall this plan be worked on?", default: DEFAULT, shown: ["one", "two"] },
  ...{ deadline: "", at_deadline: "wait", answered: false, answered_by: "", answered_at: "" },
  answer_schema: {
    type: "object",
    properties: {
      go_on: { type: "boolean" },
      plan: {
        type: "object",
        properties: { investigation_points: { ...TEXTS, minItems: 1 }, web_queries: TEXTS },
      },
      comment: { type: "string", maxLength: 2000 },
    },
    required: ["go_on"],
  },
}

let now: ApprovalShown
let posted: unknown[]
let refusal: Response | undefined

beforeEach(() => {
  now = OPEN
  posted = []
  refusal = undefined
  localStorage.setItem("kasen.lang", "en")
  server.answer = async (request) => {
    if (request.method === "GET") return Response.json([now])
    posted.push(await request.json())
    if (refusal) return refusal
    now = { ...now, answered: true, answer: DEFAULT, answered_by: "web", answered_at: "2026-11-25T09:30:00.000+00:00" }
    return Response.json({ approval: now, run: {}, going_on: true })
  }
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

/** As a page shows it that reads the pauses itself. */
function Shown({ onAnswered }: { onAnswered: () => void }) {
  const pause = usePauses("r").data?.[0] ?? OPEN
  return <PauseCard runId="r" approval={pause} onAnswered={onAnswered} />
}
const shown = (onAnswered = () => undefined) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Shown onAnswered={onAnswered} />
    </SWRConfig>,
  )
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))

test("what is accepted as it is goes out as the default, once, and the card says that the run goes on", async () => {
  const told = vi.fn()
  shown(told)
  press("Accept as it is")
  await screen.findByText("Your answer is in. The run goes on.")
  expect(posted).toEqual([{ go_on: true, default: true }])
  expect(told).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole("button")).toBeNull()
})

test("a plan is changed by keyboard alone: written, moved, added, removed", async () => {
  shown()
  press("Change it myself")
  const first = screen.getByLabelText("Points to look into 1")
  expect(document.activeElement).toBe(first)
  fireEvent.change(first, { target: { value: " changed " } })
  fireEvent.keyDown(first, { key: "ArrowDown", altKey: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Points to look into 2")))
  press("Add: Searches on the web")
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Searches on the web 1")))
  fireEvent.change(screen.getByLabelText("Searches on the web 1"), { target: { value: "Uji tea" } })
  press("Add: Points to look into")
  press("Remove 3")
  press("Go on with my changes")
  await waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]).toMatchObject({
    answer: { go_on: true, plan: { investigation_points: ["two", "changed"], web_queries: ["Uji tea"] } },
  })
})

test("what does not fit is said at its place and not sent; then it is mended", async () => {
  shown()
  press("Change it myself")
  const point = screen.getByLabelText("Points to look into 1")
  fireEvent.change(point, { target: { value: "x".repeat(51) } })
  press("Go on with my changes")
  expect(screen.getByText("At most 50 characters.")).toBeTruthy()
  expect(point.getAttribute("aria-invalid")).toBe("true")
  expect(posted).toEqual([])
  fireEvent.change(point, { target: { value: "short" } })
  expect(screen.queryByText("At most 50 characters.")).toBeNull()
})

test("a wish goes with the plan as it was; it outlives a failed sending and a reload", async () => {
  const first = shown()
  press("Ask for changes")
  const wish = () => screen.getByLabelText<HTMLTextAreaElement>("What should be different?")
  expect(document.activeElement).toBe(wish())
  fireEvent.change(wish(), { target: { value: "more on exports" } })
  refusal = Response.json(
    { error: "Busy", message: "3 runs of yours are at work", hint: "Wait for one." },
    { status: 429 },
  )
  press("Send")
  await screen.findByText("3 runs of yours are at work")
  expect(screen.getByText("The answer was not sent. Your words are kept.")).toBeTruthy()
  first.unmount()
  refusal = undefined
  shown()
  expect(wish().value).toBe("more on exports")
  press("Send")
  await screen.findByText("Your answer is in. The run goes on.")
  expect(posted.at(-1)).toMatchObject({ answer: { ...DEFAULT, comment: "more on exports" } })
  expect(sessionStorage.length).toBe(0)
})

test("to end the run is asked about first", async () => {
  shown()
  press("End here")
  expect(document.activeElement?.textContent).toBe("Back")
  press("Yes, end it")
  await waitFor(() => expect(posted).toMatchObject([{ answer: { ...DEFAULT, go_on: false } }]))
})

test("who was faster is told: by whom and when", async () => {
  shown()
  refusal = Response.json({ error: "UsageError", message: "already answered", hint: "" }, { status: 409 })
  await screen.findByRole("button", { name: "Accept as it is" })
  now = {
    ...OPEN,
    answered: true,
    answer: { ...DEFAULT, comment: "no" },
    answered_by: "",
    answered_at: "2026-11-25T09:30:00Z",
  }
  press("Accept as it is")
  await screen.findByText(/^Answered: in the terminal, Nov 25, 2026/)
  expect(screen.getByText("changes asked for")).toBeTruthy()
})

test("one of a few ways is a button each; where nobody works on the run the answer is only kept", async () => {
  const ways = { type: "object", properties: { answer: { type: "string", enum: ["retry", "accept", "give_up"] } } }
  now = { ...OPEN, answer_schema: ways, default: { answer: "give_up" }, shown: ["retry", "accept", "give_up"] }
  server.answer = async (request) => {
    if (request.method === "GET") return Response.json([now])
    posted.push(await request.json())
    now = { ...now, answered: true, answer: { answer: "accept" }, answered_by: "web" }
    return Response.json({ approval: now, run: {}, going_on: false })
  }
  render(<PauseCard runId="r2" approval={now} />)
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual([
    "Try once more",
    "Take it as it is",
    "End here",
  ])
  fireEvent.click(screen.getByRole("button", { name: "Take it as it is" }))
  await waitFor(() => expect(screen.getByText("Your answer is kept.")).toBeTruthy())
  expect(posted).toEqual([{ go_on: true, default: false, answer: { answer: "accept" } }])
})
