import { renderHook } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { firstLang } from "@/i18n/lang"
import { firstOf, rememberFirst, takeFirst } from "@/pages/chat/first"
import { useTheme } from "@/shell/theme"
import { ofBrowser, ofTab } from "./storage"

afterEach(() => {
  vi.unstubAllGlobals()
  ofTab.clear()
})

const blocked = () => {
  for (const name of ["sessionStorage", "localStorage"])
    vi.stubGlobal(
      name,
      new Proxy({} as Storage, {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError")
        },
      }),
    )
}

test("what is kept is in the storage of the browser, until it is dropped", () => {
  expect(ofTab.set("a", "1")).toBe(true)
  expect(sessionStorage.getItem("a")).toBe("1")
  sessionStorage.setItem("a", "2")
  expect(ofTab.get("a")).toBe("2")
  ofTab.drop("a")
  expect(sessionStorage.getItem("a")).toBeNull()
})

test("where the browser keeps nothing it is kept as long as the document", () => {
  blocked()
  expect(ofTab.set("a", "1")).toBe(false)
  expect(ofTab.get("a")).toBe("1")
  expect(ofBrowser.get("a")).toBeNull()
  ofTab.drop("a")
  expect(ofTab.get("a")).toBeNull()
  ofTab.set("a", "1")
  ofTab.clear()
  expect(ofTab.get("a")).toBeNull()
})

test("the pages stand without storage: language, theme, and the first words of a chat", () => {
  blocked()
  expect(["en", "ja"]).toContain(firstLang())
  expect(renderHook(() => useTheme()).result.current[0]).toBe("system")
  rememberFirst("c", { words: "tea", files: [] })
  expect(firstOf("c")?.words).toBe("tea")
  expect(takeFirst("c")?.words).toBe("tea")
  expect(firstOf("c")).toBeUndefined()
})
