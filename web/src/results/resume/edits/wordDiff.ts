import { diffArrays } from "diff"

/** A stretch of words, and whether the other version has it too. */
export interface Run {
  text: string
  changed: boolean
}

/** A common stretch of so few signs between two changes belongs to them: what is left alone must be worth reading. */
const BRIDGE = 1

const segmenters = new Map<string, Intl.Segmenter>()

/** The words of a text, signs and spaces between them included: Japanese has none between its words. */
function wordsIn(text: string, lang: string): string[] {
  const known = segmenters.get(lang) ?? new Intl.Segmenter(lang, { granularity: "word" })
  segmenters.set(lang, known)
  return Array.from(known.segment(text), (one) => one.segment)
}

/** Both versions in stretches; joined they are the texts as they were given. */
export function wordDiff(before: string, after: string, lang: string): { old: Run[]; new: Run[] } {
  const parts = diffArrays(wordsIn(before, lang), wordsIn(after, lang))
  const old: Run[] = []
  const fresh: Run[] = []
  parts.forEach((part, at) => {
    const text = part.value.join("")
    const isBridge = at > 0 && at < parts.length - 1 && text.trim().length <= BRIDGE
    const changed = part.added || part.removed || isBridge
    if (!part.added) push(old, { text, changed })
    if (!part.removed) push(fresh, { text, changed })
  })
  return { old, new: fresh }
}

function push(runs: Run[], run: Run) {
  const last = runs.at(-1)
  if (last?.changed === run.changed) last.text += run.text
  else runs.push(run)
}
