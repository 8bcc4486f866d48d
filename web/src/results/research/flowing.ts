const LINE = /[^\n]*\n|[^\n]+/gu
const OWN_LINE = /^\s*(?:[|#>•・*+-]|\d{1,3}[.)]\s)/u
const WRAPPED_FROM = 50
const WIDE_FROM = 0x1100

/** Stands where a line end fell out, so that offsets of the text still fit. */
const GONE = "\0"

const isWide = (letter: string | undefined) => (letter?.codePointAt(0) ?? 0) >= WIDE_FROM
const widthOf = (line: string) => [...line].reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1), 0)

function isWrapped(line: string): boolean {
  return line.endsWith("\n") && widthOf(line) - 1 >= WRAPPED_FROM && !OWN_LINE.test(line)
}

/**
 * The letters of a text, one for each code point, as the offsets of the report count them. Ends of wrapped lines are
 * spaces, or gone between wide letters; blank lines, short lines, lists and rows of tables keep theirs.
 */
export function flowing(text: string): string[] {
  const lines = text.replaceAll(GONE, "\ufffd").match(LINE) ?? []
  return lines.flatMap((line, number) => {
    const letters = [...line]
    const next = lines[number + 1] ?? ""
    if (isWrapped(line) && next.charAt(0).trim() && !OWN_LINE.test(next))
      letters[letters.length - 1] = isWide(letters.at(-2)) && isWide([...next][0]) ? GONE : " "
    return letters
  })
}

/** A stretch of letters as text. */
export const textOf = (letters: string[], start?: number, end?: number): string =>
  letters
    .slice(start, end)
    .filter((letter) => letter !== GONE)
    .join("")
