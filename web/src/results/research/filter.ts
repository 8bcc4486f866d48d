import type { Block, Point, Report, Ruling, Sentence } from "@/api/types/research"
import { sentencesIn } from "./sentences"
import { type Claims, type Support, supportsOf } from "./support"

export type RulingKind = Ruling["ruling"]
export const RULINGS: RulingKind[] = ["supported", "refuted", "disputed", "not_enough"]
export const RULING_SIGNS: Record<RulingKind, string> = { supported: "✓", refuted: "✕", disputed: "⇄", not_enough: "?" }

/** What the reader wants to see alone; nothing means all. */
export type Filter = { by: "support"; is: Support } | { by: "ruling"; is: RulingKind } | undefined

export const sameFilter = (a: Filter, b: Filter): boolean => a?.by === b?.by && a?.is === b?.is

/** What of a report a filter leaves. */
export interface Sieve {
  /** Whether a sentence stands out; the others of its block recede. */
  sentence: (sentence: Sentence) => boolean
  sentences: (sentences: Sentence[]) => Sentence[]
  block: (block: Block) => boolean
  point: (point: Point) => boolean
}

const ALL: Sieve = {
  sentence: () => true,
  sentences: (given) => given,
  block: () => true,
  point: () => true,
}

export function sieveOf(filter: Filter, claims: Claims): Sieve {
  if (!filter) return ALL
  if (filter.by === "ruling")
    return { ...ALL, sentences: () => [], point: (point) => point.ruling?.ruling === filter.is }
  const sentence = (one: Sentence) => supportsOf(one, claims).includes(filter.is)
  const block = (one: Block) => sentencesIn(one).some(sentence)
  return {
    sentence,
    sentences: (given) => given.filter(sentence),
    block,
    point: (point) => point.blocks.some(block),
  }
}

/** How many claims of a fact-check were ruled so. */
export function countRulings(report: Report): Map<RulingKind, number> {
  const by = new Map<RulingKind, number>()
  for (const { ruling } of report.analysis) if (ruling) by.set(ruling.ruling, (by.get(ruling.ruling) ?? 0) + 1)
  return by
}
