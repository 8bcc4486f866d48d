import { expect, test } from "vitest"
import type { ApprovalShown, ChatHistory } from "@/api/types/server"
import { answerOf, blocksOf, doneBy, working } from "./blocks"
import { caughtUp, isTaken } from "./caughtUp"
import { filesOf } from "./files"
import type { ChatMessage } from "./message"
import { pauseOf } from "./pauseOf"

const RUN = { run_id: "r1", team: "research", mode: "quick", title: "Tea", why: "", lang: "en" }
const said = (words: string, role: string, more: object = {}) => ({
  ...{
    type: "text",
    text: words,
    state: "done",
    providerMetadata: { kasen: { role, id: `${role}.${words}`, ...more } },
  },
})
const message = (...parts: object[]) => ({ id: "m", role: "assistant", parts }) as unknown as ChatMessage
const run = (status: string, more: object = {}) => ({ type: "data-run", id: "r1", data: { ...RUN, status, ...more } })
const url = "/api/runs/r1/artifacts/caf%C3%A9.md?version=2"

test("each run of an answer is a block of its own, in the order they came", () => {
  const blocks = blocksOf(
    message(
      run("done", { run_id: "d", team: "desk" }),
      said("I hand it over.", "coordinator"),
      run("running"),
      { type: "data-role", data: { role: "planner", state: "done", run_id: "r1", seconds: 1, summary: "2 points" } },
      { type: "data-role", data: { role: "writer", state: "working", run_id: "r1" } },
      { type: "source-url", sourceId: "s", url: "https://example.org/", title: "Site" },
      { type: "reasoning", text: "Hm.", state: "done", providerMetadata: { kasen: { role: "planner", id: "t" } } },
      said("So far", "writer"),
      { type: "data-unknown", data: 1 },
    ),
  )
  expect(blocks.map((one) => one.run?.team)).toEqual(["desk", "research"])
  expect(blocks.map((one) => answerOf(one).answer.map(({ words }) => words))).toEqual([["I hand it over."], ["So far"]])
  const [, block] = blocks
  expect(block && answerOf(block).before.map((one) => [one.role, one.kind])).toEqual([["planner", "reasoning"]])
  expect(block && working(block)).toEqual(["writer"])
  expect(block?.sources).toHaveLength(1)
})

test("the last words of the server are the answer; what roles wrote is how it came about", () => {
  const [block] = blocksOf(
    message(
      run("done"),
      said("draft", "writer"),
      said("taken back", "writer", { void: true }),
      said(`The summary.\n\nFiles: [a](${url})`, ""),
    ),
  )
  expect(block && answerOf(block).answer.map((one) => one.words)).toEqual(["The summary."])
  expect(block && answerOf(block).before.map((one) => one.words)).toEqual(["draft"])
})

test("words of a role are the answer where the server only names the files", () => {
  const [block] = blocksOf(
    message(run("done"), said("plan", "planner"), said("the text", "writer"), said(`Files: [a](${url})`, "")),
  )
  expect(block && answerOf(block).answer.map((one) => one.words)).toEqual(["the text"])
})

test("files have the name, size and version that were told; until the end all that were written are named", () => {
  const written = { type: "data-artifact", data: { url, name: "café.md", size: 9, version: 2, role: "", run_id: "r1" } }
  const file = (address: string) => ({ type: "file", url: address, mediaType: "text/markdown" })
  const [over] = blocksOf(message(run("done"), written, file(url), file("/api/runs/r1/artifacts/b%20c.html?version=1")))
  expect(over && filesOf(over)).toEqual([
    { url, name: "café.md", size: 9, version: 2 },
    { url: "/api/runs/r1/artifacts/b%20c.html?version=1", name: "b c.html" },
  ])
  const [under] = blocksOf(message(run("running"), written))
  expect(under && filesOf(under).map((one) => one.name)).toEqual(["café.md"])
})

test("a role that worked more than once is one line", () => {
  const role = (name: string, state: "done" | "working", seconds?: number, summary = "") => ({
    ...{ role: name, state, run_id: "r", summary },
    ...(seconds !== undefined && { seconds }),
  })
  expect(doneBy([role("a", "done", 1, "x"), role("b", "done", 2), role("a", "working")])).toEqual([
    { role: "a", times: 2, seconds: 1, isWorking: true, summaries: ["x"] },
    { role: "b", times: 1, seconds: 2, isWorking: false, summaries: [] },
  ])
  const words = { id: "1", kind: "text" as const, words: "x", isLive: false }
  expect(
    doneBy(
      [],
      [
        { ...words, role: "a" },
        { ...words, role: "" },
      ],
    ).map((one) => one.role),
  ).toEqual(["a"])
})

test("a run that failed before it began has no head", () => {
  const [block] = blocksOf(message({ type: "data-run", data: { status: "failed" } }, said("It did not work", "")))
  expect(block?.run).toBeUndefined()
  expect(block && answerOf(block).answer).toHaveLength(1)
})

const chat = (active: boolean, ...ids: string[]) =>
  ({
    active,
    messages: ids.map((id) => ({ id, role: id[0] === "u" ? "user" : "assistant", parts: [] })),
  }) as unknown as ChatHistory
const ids = (all: readonly ChatMessage[]) => all.map((one) => one.id)

test("an answer that is under way stays on the page until its stream begins anew", () => {
  const shown = caughtUp(chat(false, "u1", "a1", "u2", "a2"), [])
  expect(ids(caughtUp(chat(true, "u1", "a1", "u2"), shown))).toEqual(["u1", "a1", "u2", "a2"])
  expect(ids(caughtUp(chat(true, "u1", "a1", "u2", "a2", "u3"), shown))).toEqual(["u1", "a1", "u2", "a2", "u3"])
  expect(ids(caughtUp(chat(false, "u1", "a9"), shown))).toEqual(["u1", "a9"])
})

test("a message is taken once the server has it", () => {
  const mine = { id: "u2", role: "user", parts: [] } as unknown as ChatMessage
  expect(isTaken(chat(false, "u1", "a1"), mine)).toBe(false)
  expect(isTaken(chat(false, "u1", "a1", "u2"), mine)).toBe(true)
  expect(isTaken(undefined, mine)).toBe(false)
})

test("what was asked twice under one name is told apart", () => {
  const asked = (id: string, shown: unknown, answered: boolean) =>
    ({ id, name: "plan", shown, default: { a: shown }, answered }) as unknown as ApprovalShown
  const all = [asked("1", ["x"], true), asked("2", ["y"], false)]
  const call = (shown: unknown) => ({ approval: "plan", shown, default: { a: shown } })
  expect(pauseOf(all, call(["x"]), false)?.id).toBe("1")
  expect(pauseOf(all, call(["y"]), true)?.id).toBe("2")
  expect(pauseOf(all, call(["x"]), true)?.id).toBe("1")
  expect(pauseOf(all, call(["?"]), true)?.id).toBe("2")
  expect(pauseOf(all, { approval: "other" }, true)).toBeUndefined()
})
