import type { Block, Cell, Report, Row, Sentence, Table } from "@/api/types/research"

const UNKNOWN: Cell = { sentences: [] }

/** One cell for each column; those that the row does not have are unknown. */
export const cellsOf = (table: Table, row: Row): Cell[] =>
  table.columns.map((_, column) => row.cells[column] ?? UNKNOWN)

/** The sentences of a block and those of its table, in reading order. */
export function sentencesIn(block: Block): Sentence[] {
  const cells = block.table?.rows.flatMap((row) => row.cells) ?? []
  return [...block.sentences, ...cells.flatMap((cell) => cell.sentences)]
}

/** Every sentence in reading order: summary, findings, analysis, disagreements. */
export function sentencesOf(report: Report): Sentence[] {
  return [
    ...report.summary,
    ...report.key_findings,
    ...report.analysis.flatMap((point) => point.blocks.flatMap(sentencesIn)),
    ...report.disagreements.flatMap((one) => one.sides),
  ]
}

/** A cell's words without their marks. */
export const plainCell = (cell: Cell): string => cell.sentences.map((one) => one.text).join(" ")
