import { cleanup, render, screen } from "@testing-library/react"
import { afterEach, expect, it } from "vitest"
import { Problem } from "@/api/client"
import { LangProvider } from "@/i18n/lang"
import { Failed } from "@/ui"

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const show = (lang: string, problem: Problem) => {
  localStorage.setItem("kasen.lang", lang)
  render(
    <LangProvider>
      <Failed error={problem} />
    </LangProvider>,
  )
}

it("says of English words in a Japanese page that they are English", () => {
  show("ja", new Problem(409, "Busy", "8 runs are at work", "「宇治」 is one of them: cancel it."))
  expect(screen.getByText("8 runs are at work").lang).toBe("en")
  expect(screen.getByText(/宇治/).lang).toBe("")
})

it("says in Japanese what is known, and before other words what kind of refusal it is", () => {
  show("ja", new Problem(409, "UsageError", "there is a knowledge base `tea` already", "GET /api/kb lists them."))
  expect(screen.getByText("「tea」というナレッジはすでにあります。").lang).toBe("")
  expect(screen.getByRole("alert").textContent).not.toContain("GET")
  cleanup()
  show("ja", new Problem(409, "UsageError", "something nobody foresaw", ""))
  expect(screen.getByText("いまの状態では、この操作はできません。").lang).toBe("")
  expect(screen.getByText("something nobody foresaw").lang).toBe("en")
  cleanup()
  show("en", new Problem(409, "UsageError", "something nobody foresaw", ""))
  expect(screen.getByRole("alert").textContent).toBe("something nobody foresaw")
})

it("says nothing of our own words, nor in an English page", () => {
  show("ja", new Problem(0, "", "", ""))
  expect(screen.getByRole("alert").querySelector("[lang]")).toBeNull()
  cleanup()
  show("en", new Problem(409, "Busy", "8 runs are at work", ""))
  expect(screen.getByText("8 runs are at work").lang).toBe("")
})
