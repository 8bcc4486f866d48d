/** Rows of a CSV: quoted fields may hold separators, quotes (doubled) and line ends. */
export function rowsOf(text: string, separator: "," | "\t" = ","): string[][] {
  const field = new RegExp(`(?:"((?:[^"]|"")*)")?([^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`, "y")
  const given = text.replace(/^\ufeff/, "")
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < given.length; at = field.lastIndex) {
    field.lastIndex = at
    const [, quoted = "", tail = "", end] = field.exec(given) ?? []
    row.push(quoted.replaceAll('""', '"') + tail)
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  // After a separator at the very end an empty field follows.
  if (row.length) rows.push([...row, ""])
  return rows
}
