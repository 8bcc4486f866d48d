import table from "../../../src/kasen/server/japanese.json"

const PLACE = /\{(\w+)\}/
const EACH = new RegExp(PLACE, "g")
const FIELD = /^`([\w.]+)`: (.+)$/s
const COMMAND = /^`[^`]+`$/
const words: Record<string, string> = table.words

let made: (readonly [RegExp, string])[] | undefined

/** What the server says in English, as a sentence in Japanese; undefined where the table does not know it. The table is
 * the server's, and so are the rules (`server/japanese.py`). */
export function inJapanese(text: string): string | undefined {
  if (COMMAND.test(text)) return text
  made ??= Object.entries({ ...table.said, ...table.checked }).map(([en, ja]) => [patternOf(en), ja] as const)
  for (const [pattern, japanese] of made) {
    const match = pattern.exec(text)
    if (match) return japanese.replace(EACH, (_, name: string) => valueOf(match.groups?.[name] ?? ""))
  }
  const [, field, rest] = FIELD.exec(text) ?? []
  const told = rest && inJapanese(rest)
  return told && `「${field}」：${told}`
}

const valueOf = (text: string): string => words[text] ?? inJapanese(text) ?? text

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** What stands between backticks holds none; other places take whatever there is. */
function patternOf(english: string): RegExp {
  const parts = english.split(PLACE)
  let found = escaped(parts[0] ?? "")
  for (let at = 1; at < parts.length; at += 2) {
    const [before = "", name = "", after = ""] = parts.slice(at - 1, at + 2)
    const inner = before.endsWith("`") && after.startsWith("`") ? "[^`]*" : ".*?"
    found += `(?<${name}>${inner})${escaped(after)}`
  }
  return new RegExp(`^${found}$`, "s")
}
