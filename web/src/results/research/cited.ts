import type { Citation, CitedPassage, Reference, Report, Words } from "@/api/types/research"
import { flowing, textOf } from "./flowing"
import { sentencesOf } from "./sentences"
import type { Claims, Support } from "./support"
import { supportsOf } from "./support"

/** Something that opens passages: a mark of the text, or an arrow between causes. */
export interface Opening {
  /** Id of its element in the page, which gets the focus back. */
  id: string
  /** What is said there. */
  statement: string
  claimId: string
  supports: Support[]
  citations: Citation[]
}

/** A passage around the words that a statement rests on; `words` is all of it where none are named. */
export interface ShownPassage {
  passage: CitedPassage
  before: string
  words: string
  after: string
}

/** A source and those of its passages that are opened. */
export interface ShownSource {
  reference: Reference
  passages: ShownPassage[]
}

export interface Cited {
  /** In reading order, which is that of previous and next. */
  openings: Opening[]
  of: ReadonlyMap<Citation, Opening>
}

/** Every mark of the report. */
export function citedIn(report: Report, claims: Claims): Cited {
  const of = new Map<Citation, Opening>()
  for (const sentence of sentencesOf(report))
    for (const citation of sentence.citations)
      of.set(citation, {
        id: `cite-${of.size + 1}`,
        statement: sentence.text,
        claimId: sentence.claim_id,
        supports: supportsOf(sentence, claims),
        citations: [citation],
      })
  return { openings: [...of.values()], of }
}

/** What is opened, source by source; a passage that is not listed is left out. */
export function sourcesOf(report: Report, citations: Citation[]): ShownSource[] {
  const found = new Map<number, ShownSource>()
  for (const citation of citations) {
    const reference = report.references.find((one) => one.number === citation.reference)
    if (!reference) continue
    const source = found.get(reference.number) ?? { reference, passages: [] }
    source.passages.push(...citation.words.flatMap((words) => around(reference, words)))
    found.set(reference.number, source)
  }
  return [...found.values()]
}

function around(reference: Reference, words: Words): ShownPassage[] {
  const passage = reference.passages.find((one) => one.id === words.passage_id)
  if (!passage) return []
  const letters = flowing(passage.text)
  const [start, end] = words.end > words.start ? [words.start, words.end] : [0, letters.length]
  return [
    {
      passage,
      before: textOf(letters, 0, start),
      words: textOf(letters, start, end),
      after: textOf(letters, end),
    },
  ]
}

/** A stretch of a passage, and whether some statement rests on it. */
export interface Piece {
  text: string
  cited: boolean
}

/** Every citation by the passage that it names. */
export function wordsByPassage(report: Report): ReadonlyMap<string, Words[]> {
  const found = new Map<string, Words[]>()
  for (const sentence of sentencesOf(report))
    for (const words of sentence.citations.flatMap((citation) => citation.words))
      found.set(words.passage_id, [...(found.get(words.passage_id) ?? []), words])
  return found
}

/** A passage in pieces: those that statements rest on, and those between. */
export function piecesOf(passage: CitedPassage, cited: Words[]): Piece[] {
  const letters = flowing(passage.text)
  const flags = letters.map((_, at) => cited.some((words) => words.start <= at && at < words.end))
  const edges = [0, ...[...flags.keys()].filter((at) => at > 0 && flags[at] !== flags[at - 1]), letters.length]
  return edges
    .slice(0, -1)
    .map((start, n) => ({ text: textOf(letters, start, edges[n + 1]), cited: flags[start] ?? false }))
    .filter((piece) => piece.text)
}
