import type { Claim } from "@/api/types/server"
import type { Report, Sentence } from "@/api/types/research"
import { sentencesOf } from "./sentences"

/** How well a statement is borne out, the best first. */
export const SUPPORTS = ["supported", "partial", "single_origin", "disputed", "contradicted", "unsupported"] as const
export type Support = (typeof SUPPORTS)[number]

/** What stands beside the words, so that colour is never the only sign. */
export const SIGNS: Record<Support, string> = {
  supported: "✓",
  partial: "◐",
  single_origin: "①",
  disputed: "⇄",
  contradicted: "✕",
  unsupported: "?",
}

export type Claims = ReadonlyMap<string, Claim>

/** What is to be said of a statement; nothing of words that claim nothing. */
export function supportsOf(sentence: Sentence, claims: Claims): Support[] {
  if (!sentence.claim_id && !sentence.citations.length) return []
  const found = new Set<Support>(sentence.marks)
  const said = claims.get(sentence.claim_id)?.support
  if (said === "contradicted") found.add(said)
  if (said === "unsupported" || !sentence.citations.length) found.add("unsupported")
  return found.size ? SUPPORTS.filter((one) => found.has(one)) : ["supported"]
}

/** How many statements there are of each kind; one that stands in several places is counted once. */
export function countSupports(report: Report, claims: Claims): { all: number; by: Map<Support, number> } {
  const statements = new Map<string, Set<Support>>()
  for (const sentence of sentencesOf(report)) {
    const supports = supportsOf(sentence, claims)
    if (!supports.length) continue
    const key = sentence.claim_id || sentence.text
    const known = statements.get(key) ?? new Set()
    supports.forEach((one) => known.add(one))
    statements.set(key, known)
  }
  const by = new Map<Support, number>()
  for (const supports of statements.values()) {
    // A sign somewhere says more than none elsewhere.
    if (supports.size > 1) supports.delete("supported")
    supports.forEach((one) => by.set(one, (by.get(one) ?? 0) + 1))
  }
  return { all: statements.size, by }
}
