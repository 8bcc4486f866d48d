/** A piece of text, and whether it is one of the words that were looked for. */
export interface Piece {
  text: string
  hit: boolean
}

const AROUND = 110
const MANY = 24
/** English words that stand in most passages. */
const COMMON = new Set(
  "all and any are but can did does for from had has have how into its not one that the their them then there these they this was were what when where which who whom why will with would you your".split(
    " ",
  ),
)

/** The words of a question that are worth marking: no particles, no short words. */
export function wordsOf(question: string): string[] {
  const segments = new Intl.Segmenter("ja", { granularity: "word" }).segment(question.normalize("NFKC"))
  const found = [...segments].filter((one) => one.isWordLike).map((one) => one.segment.toLowerCase())
  return [...new Set(found.filter(isTelling))].slice(0, MANY)
}

function isTelling(word: string): boolean {
  if (/^[\p{Script=Hiragana}ー]+$/u.test(word)) return word.length > 3
  if (/^\p{ASCII}+$/u.test(word)) return /\d/.test(word) || (word.length > 2 && !COMMON.has(word))
  return true
}

/** The text in pieces, those that are one of the words marked; together they are the text. */
export function marked(text: string, words: readonly string[]): Piece[] {
  if (!words.length) return [{ text, hit: false }]
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(${longestFirst.map(escaped).join("|")})`, "giu")
  return text.split(pattern).flatMap((piece, at) => (piece ? [{ text: piece, hit: at % 2 === 1 }] : []))
}

/** What surrounds the first word that is found; the whole text when it is short. */
export function excerpt(text: string, words: readonly string[]): string {
  const first = words.length ? text.search(new RegExp(words.map(escaped).join("|"), "iu")) : 0
  const from = Math.max(0, first - AROUND / 2)
  if (text.length <= 2 * AROUND + AROUND / 2) return text
  const to = from + 2 * AROUND
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`
}

/** Escaped, and blind to marks and to the widths of letters where an alphabet has two. */
function escaped(word: string): string {
  const wide = (letter: string) =>
    /[!-~]/.test(letter) ? `[${literal(letter)}${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}]` : literal(letter)
  return [...word].map(wide).join("")
}

const literal = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
