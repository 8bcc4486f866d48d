import { cleanup, render, screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { Markdown } from "./Markdown"

afterEach(cleanup)

const shown = async (text: string, more: Partial<Parameters<typeof Markdown>[0]> = {}) => {
  const { container } = render(<Markdown text={text} {...more} />)
  await waitFor(() => expect(container.querySelector("h2, h3, p, table")).not.toBeNull())
  return container
}

test("headings begin below the one of the page", async () => {
  const page = await shown("# One\n\n## Two\n\n###### Six", { level: 3 })
  expect([...page.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((one) => one.tagName)).toEqual(["H3", "H4", "H6"])
})

test("HTML is text, and only http links can be followed", async () => {
  const page = await shown(
    "<img src=x onerror=alert(1)> <script>alert(2)</script>\n\n" +
      "[a](javascript:alert(3)) [b](https://example.org/) [c](//example.org) [d](data:text/html,x) ![pic](https://example.org/p.png)",
  )
  expect(page.querySelector("img, script, [onerror]")).toBeNull()
  expect([...page.querySelectorAll("a")].map((one) => one.outerHTML)).toEqual([
    '<a href="https://example.org/" rel="noreferrer" target="_blank">b</a>',
  ])
  expect(page.textContent).toContain("<script>alert(2)</script>")
  expect(page.textContent).toContain("pic")
})

test("a table scrolls in itself, and a picture comes from where the caller says", async () => {
  const page = await shown("| a | b |\n|---|---|\n| 1 | 2 |\n\n![slide](one.png)", {
    lang: "ja",
    picture: (src) => `/api/x/${src}`,
  })
  expect(page.querySelector("[tabindex='0'] > table")).not.toBeNull()
  expect(page.querySelector("img")?.getAttribute("src")).toBe("/api/x/one.png")
  expect(page.querySelector("[lang=ja]")).not.toBeNull()
})

test("two texts on a page keep their footnotes apart", async () => {
  const { container } = render(
    <>
      <Markdown text={"a[^1]\n\n[^1]: first"} />
      <Markdown text={"b[^1]\n\n[^1]: second"} />
    </>,
  )
  await screen.findByText("second")
  const ids = [...container.querySelectorAll("[id]")].map((one) => one.id)
  expect(new Set(ids).size).toBe(ids.length)
})
