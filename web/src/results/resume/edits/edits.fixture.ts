import type { Edit } from "./model"

/** An edit of a test: `old` is found in the text, places count characters as the server does. */
export function editIn(text: string, id: string, old: string, words: string, after = ""): Edit {
  const unit = text.indexOf(after ? after : old) + after.length
  const start = [...text.slice(0, unit)].length
  return {
    id,
    line: text.slice(0, unit).split("\n").length,
    start,
    end: start + [...old].length,
    old,
    new: words,
    byRule: false,
    notes: [],
    facts: [],
  }
}
