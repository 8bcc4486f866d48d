import table from "../../../src/kasen/server/japanese.json"

const PLACE = /\{(\w+)\}/
const EACH = new RegExp(PLACE, "g")
const FIELD = /^`([\w.]+)`: (.+)$/s
const COMMAND = /^`[^`]+`$/
/** Characters of a text that is looked up. */
const LONGEST = 2000
/** Sentences within a sentence, one in the other, that are looked up. */
const DEPTH = 2
/** Places that take no space. */
const ONE_WORD = new Set(["id", "model", "status", "count", "host", "cap"])
const words: Record<string, string> = table.words

let made: (readonly [RegExp, string])[] | undefined

/** What the server says in English, as a sentence in Japanese; undefined where the table does not know it. The table is
 * the server's, and so are the rules (`server/japanese.py`). */
export function inJapanese(text: string): string | undefined {
  return text.length <= LONGEST ? told(text, DEPTH) : undefined
}

function told(text: string, depth: number): string | undefined {
  if (COMMAND.test(text)) return text
  for (const [pattern, japanese] of (made ??= sentences())) {
    const match = pattern.exec(text)
    if (match) return japanese.replace(EACH, (_, name: string) => filled(name, match.groups?.[name] ?? "", depth))
  }
  const [, field, rest] = (depth > 0 && FIELD.exec(text)) || []
  const found = rest && told(rest, depth - 1)
  return found && `「${field}」：${found}`
}

function filled(name: string, given: string, depth: number): string {
  const each = name === "errors" ? given.split("; ") : [given]
  return each.map((one) => valueOf(one, depth)).join("；")
}

function valueOf(text: string, depth: number): string {
  const found = words[text] ?? (depth > 0 ? told(text, depth - 1) : undefined)
  return found?.replace(/。$/, "") ?? text
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** Those that say most before their first place come first: a general one does not take what another knows. */
function sentences(): (readonly [RegExp, string])[] {
  const before = (english: string) => english.split(PLACE)[0]?.length ?? 0
  const found = Object.entries({ ...table.said, ...table.checked })
  return found.sort(([a], [b]) => before(b) - before(a)).map(([en, ja]) => [patternOf(en), ja] as const)
}

/** What stands between backticks holds none; other places take one word or whatever there is. */
function patternOf(english: string): RegExp {
  const parts = english.split(PLACE)
  let found = escaped(parts[0] ?? "")
  for (let at = 1; at < parts.length; at += 2) {
    const [before = "", name = "", after = ""] = parts.slice(at - 1, at + 2)
    const inner = before.endsWith("`") && after.startsWith("`") ? "[^`]*" : taken(name)
    found += `(?<${name}>${inner})${escaped(after)}`
  }
  return new RegExp(`^${found}$`, "s")
}

function taken(name: string): string {
  if (!ONE_WORD.has(name)) return ".*?"
  return [...(name === "status" ? Object.keys(words).map(escaped) : []), "\\S+"].join("|")
}
