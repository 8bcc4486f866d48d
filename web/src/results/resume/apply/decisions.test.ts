import { expect, test } from "vitest"
import { decisionsFile } from "./decisions"
import { revisedFiles } from "./Downloads"

test("a file of decisions holds ids and words, whatever they are", async () => {
  const words = 'He said: "- no # yes"\n二行目'
  const file = decisionsFile({ accept: ["E1", "E4"], edited: { E4: words } })
  expect(file.name).toBe("decisions.json")
  expect(JSON.parse(await file.text())).toEqual({ accept: ["E1", "E4"], edited: { E4: words } })
})

test("the newest version of each file that a person takes home", () => {
  const shown = (name: string, version: number) => ({
    name,
    version,
    media_type: "",
    size: 1,
    url: `/${name}/${version}`,
  })
  const found = revisedFiles([
    shown("_read.json", 1),
    shown("changes.diff", 1),
    shown("revised.docx", 1),
    shown("revised.md", 1),
    shown("revised.md", 2),
    shown("iter1_revised.md", 1),
    shown("review.html", 1),
  ])
  expect(found.map((one) => `${one.name} ${one.version}`)).toEqual(["revised.md 2", "revised.docx 1", "changes.diff 1"])
})
