import { expect, test } from "vitest"
import type { Table } from "@/api/types/research"
import { isMatrix, matrixOf } from "./matrix"
import { cell, cite, says } from "./report.fixture"
import { cellsOf } from "./sentences"

const table: Table = {
  corner: "Criterion",
  columns: ["LED", "bulb"],
  rows: [{ heading: "heat", cells: [{ sentences: [says("Cool.", { citations: [cite(1, "p1")] })] }] }],
}
const cells = [cell("LED", "heat", "Cool.", 5), { ...cell("bulb", "heat", ""), disputed: false }]

test("cells are found by item and criterion, and unknown ones are said to be", () => {
  const matrix = matrixOf(cells)
  expect(matrix("LED", "heat")?.score).toBe(5)
  expect(matrix("heat", "LED")).toBeUndefined()
  expect(matrix("bulb", "heat")?.text).toBe("")
})

test("the matrix is told from other tables of the report", () => {
  expect(isMatrix(table, cells)).toBe(true)
  expect(isMatrix(table, [])).toBe(false)
  expect(isMatrix({ ...table, columns: ["other", "more"] }, cells)).toBe(false)
  const scores = { ...table, rows: [{ heading: "heat", cells: [{ sentences: [says("5")] }] }] }
  expect(isMatrix(scores, cells)).toBe(false)
})

test("a row that is too short has unknown cells at its end", () => {
  expect(table.rows[0] && cellsOf(table, table.rows[0]).map((one) => one.sentences.length)).toEqual([1, 0])
})
