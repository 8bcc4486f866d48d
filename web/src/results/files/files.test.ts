import { expect, test } from "vitest"
import type { ArtifactShown } from "@/api/types/server"
import { rowsOf } from "./csv"
import { MOST_READ, newest, wayOf } from "./newest"

const file = (name: string, media_type = "", version = 1, size = 10): ArtifactShown => ({
  name,
  version,
  media_type,
  size,
  url: `/${name}`,
})

test("the newest version of each file comes first, older ones behind it", () => {
  const found = newest([file("a.md", "", 1), file("b.md", "", 2), file("a.md", "", 10), file("a.md", "", 2)])
  expect(found.map((one) => [one.shown.name, one.shown.version, one.older.map((old) => old.version)])).toEqual([
    ["a.md", 10, [2, 1]],
    ["b.md", 2, []],
  ])
})

test("files are shown by what they are; unknown and very large ones are only downloaded", () => {
  const ways = [
    file("report.md", "text/markdown; charset=utf-8"),
    file("report.json", "application/json"),
    file("x.jsonl", "application/jsonl"),
    file("x.csv", "text/plain"),
    file("changes.diff", "text/x-diff"),
    file("report.html", "text/html"),
    file("report.pdf", "application/pdf"),
    file("a.svg", "image/svg+xml"),
    file("a.png", "image/png"),
    file("deck.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    file("log.txt", "text/plain", 1, MOST_READ + 1),
  ].map(wayOf)
  expect(ways).toEqual(["markdown", "json", "text", "csv", "text", "frame", "frame", "frame", "image", "none", "none"])
})

test("a CSV is read as spreadsheets write it", () => {
  expect(rowsOf('\ufeffa,"b, ""c""\nd",\r\n1,2,3\n')).toEqual([
    ["a", 'b, "c"\nd', ""],
    ["1", "2", "3"],
  ])
  expect(rowsOf("a\tb", "\t")).toEqual([["a", "b"]])
  expect(rowsOf('"open,1\n2,')).toEqual([
    ['"open', "1"],
    ["2", ""],
  ])
  expect(rowsOf("")).toEqual([])
})
