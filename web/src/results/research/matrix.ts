import type { CellFound, Table } from "@/api/types/research"

/** Cells of a comparison by what they are about. */
export type Matrix = (item: string, criterion: string) => CellFound | undefined

/** What is known of an item by a criterion. */
export function matrixOf(cells: CellFound[]): Matrix {
  const known = new Map(cells.map((cell) => [`${cell.item}\n${cell.criterion}`, cell]))
  return (item, criterion) => known.get(`${item}\n${criterion}`)
}

/** Whether a table is the matrix: its rows and columns are criteria and items of the comparison. */
export function isMatrix(table: Table, cells: CellFound[]): boolean {
  if (!cells.length) return false
  const matrix = matrixOf(cells)
  const named = table.rows.every((row) => table.columns.some((column) => matrix(column, row.heading)))
  // The table of the picture has the same names, and scores in place of words.
  return named && table.rows.some((row) => row.cells.some((cell) => cell.sentences.some((one) => one.citations.length)))
}
