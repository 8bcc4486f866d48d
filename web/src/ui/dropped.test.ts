import { expect, test } from "vitest"
import { droppedFiles, shown } from "./dropped"

const entryOf = (name: string, inner?: FileSystemEntry[]): FileSystemEntry => {
  if (!inner) return { name, isFile: true, file: (give: (file: File) => void) => give(new File(["x"], name)) } as never
  // A reader gives what it has in parts, then nothing.
  const createReader = () => {
    const parts = [inner.slice(0, 1), inner.slice(1), []].filter((part, at) => at === 2 || part.length)
    return { readEntries: (give: (entries: FileSystemEntry[]) => void) => give(parts.shift() ?? []) }
  }
  return { name, isFile: false, isDirectory: true, createReader } as never
}
const dropOf = (entries: FileSystemEntry[]): DataTransfer =>
  ({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: entries.map(({ name }) => new File(["x"], name)),
  }) as never

test("a folder gives all files in it, hidden ones left out", async () => {
  const papers = entryOf("papers", [entryOf("a.pdf"), entryOf(".DS_Store"), entryOf("old", [entryOf("b.pdf")])])
  const found = await droppedFiles(dropOf([papers, entryOf("c.pdf")]), true)
  expect(found.map((file) => file.name)).toEqual(["a.pdf", "b.pdf", "c.pdf"])
})

test("where no folder is taken, files are", async () => {
  const found = await droppedFiles(dropOf([entryOf("papers", [entryOf("a.pdf")]), entryOf("c.pdf")]), false)
  expect(found.map((file) => file.name)).toEqual(["c.pdf"])
})

test("hidden files of a chosen folder are left out", () => {
  const hidden = Object.defineProperty(new File(["x"], "x"), "webkitRelativePath", { value: "papers/.git/x" })
  expect(shown([new File(["x"], ".env"), new File(["x"], "a.pdf"), hidden]).map((file) => file.name)).toEqual(["a.pdf"])
})
