import { cleanup, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { SessionShown } from "@/api/types/server"

const asked = vi.hoisted(() => ({ data: undefined as SessionShown | undefined }))
vi.mock("@/api/asking", () => ({ useSession: () => ({ data: asked.data, error: undefined }) }))

const of = (owner: string): SessionShown => ({
  ...{ owner, shared: true, signed_in: true, version: "0", upload_bytes: 1 },
})
const nobody = { ...of(""), signed_in: false }
const reload = vi.fn()

/** A document that was just loaded, in a tab that lives on. */
async function loaded() {
  cleanup()
  vi.resetModules()
  return await import("./session")
}

beforeEach(() => {
  reload.mockClear()
  sessionStorage.clear()
  vi.spyOn(location, "reload").mockImplementation(reload)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function shownTo(session: SessionShown) {
  const { useSignedIn } = await loaded()
  asked.data = session
  return renderHook(() => useSignedIn())
}

test("what one has begun stays theirs, over a reload and while the session is over", async () => {
  await shownTo(of("yuki"))
  sessionStorage.setItem("kasen.draft.research", "tea")
  await shownTo(nobody)
  const { result } = await shownTo(of("yuki"))
  expect(result.current).toMatchObject({ session: { owner: "yuki" }, isKnown: true })
  expect(sessionStorage.getItem("kasen.draft.research")).toBe("tea")
  expect(reload).not.toHaveBeenCalled()
})

test("who signs in after another finds nothing of theirs, and is shown nothing before that", async () => {
  await shownTo(of("yuki"))
  for (const key of ["draft.research", "answer.chat.c", "first.c"]) sessionStorage.setItem(`kasen.${key}`, "tea")
  const { result } = await shownTo(of("ren"))
  expect(result.current).toEqual({ session: undefined, isKnown: false })
  expect(Object.keys(sessionStorage)).toEqual(["kasen.owner"])
  expect(reload).toHaveBeenCalledOnce()
  const next = await shownTo(of("ren"))
  expect(next.result.current.session?.owner).toBe("ren")
  expect(reload).toHaveBeenCalledOnce()
})

test("an open tab shows the one before nothing more, however often it is asked until it is loaded again", async () => {
  const { result, rerender } = await shownTo(of("yuki"))
  asked.data = of("ren")
  rerender()
  expect(reload).toHaveBeenCalledOnce()
  rerender()
  expect(result.current.isKnown).toBe(false)
})

test("signing in takes the tab at once", async () => {
  await shownTo(of("yuki"))
  sessionStorage.setItem("kasen.first.c", "tea")
  const { takeTab } = await loaded()
  expect(takeTab(nobody)).toBe(false)
  expect(takeTab(of("ren"))).toBe(true)
  expect(sessionStorage.getItem("kasen.first.c")).toBeNull()
})
