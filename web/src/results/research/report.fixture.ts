import type { Block, CausalGraphFound, CellFound, Citation, Point, Report, Sentence } from "@/api/types/research"

/** Words of a passage, as offsets of code points. */
export const cite = (reference: number, passage: string, start = 0, end = 0): Citation => ({
  reference,
  words: [{ passage_id: passage, start, end }],
})

export const says = (text: string, given: Partial<Sentence> = {}): Sentence => ({
  text,
  citations: [],
  marks: [],
  claim_id: "",
  ...given,
})

export const block = (...sentences: Sentence[]): Block => ({ sentences, kind: "text", table: null, picture: null })

export const point = (heading: string, blocks: Block[], given: Partial<Point> = {}): Point => ({
  heading,
  blocks,
  ruling: null,
  ...given,
})

/** The first letter is one code point and two units of a string of JavaScript. */
export const TEA = "𠮷田 planted tea.\nIt grew well in Uji."
export const RIVER = "The river keeps the frost away."

const first = says("It grew well.", { citations: [cite(1, "p1", 16, 36)], claim_id: "c1" })
const second = says("No frost.", { citations: [cite(2, "p2")], marks: ["partial", "disputed"], claim_id: "c2" })
const third = says("Nobody said so.", { claim_id: "c3" })

export function reportOf(given: Partial<Report> = {}): Report {
  // As from the server: no two marks are the same thing.
  const report: Report = {
    title: "Tea",
    lang: "en",
    question: "Why tea?",
    date: "2026-01-02",
    mode: "quick",
    made_by: "rules",
    banner: [],
    summary: [first, says("So it is.")],
    key_findings: [first],
    analysis: [point("Soil", [block(first, second)]), point("Luck", [block(third)])],
    disagreements: [],
    not_covered: ["Wind."],
    references: [
      {
        number: 1,
        title: "Notes",
        kind: "document",
        file: "notes.md",
        publisher: "",
        date: "",
        published: "",
        fetched: "2026-01-01",
        uri: "",
        passages: [{ id: "p1", text: TEA, page: 2, unit: "page", headings: ["Uji"] }],
      },
      {
        number: 2,
        title: "River",
        kind: "web",
        file: "",
        publisher: "",
        date: "",
        published: "",
        fetched: "",
        uri: "https://example.org/river",
        passages: [{ id: "p2", text: RIVER, page: null, unit: "page", headings: [] }],
      },
    ],
    how_made: {
      roles: [],
      costs: [],
      prices: "",
      searches: [],
      sources: 2,
      passages: 2,
      supported: 1,
      partial: 1,
      removed: 0,
      repaired: 0,
      calls: 0,
      rule_calls: 1,
      reused: 0,
      input_tokens: 0,
      output_tokens: 0,
      usd: 0,
      seconds: 1,
      replay: "",
    },
    ...given,
  }
  return JSON.parse(JSON.stringify(report)) as Report
}

export const cell = (item: string, criterion: string, text: string, score: number | null = null): CellFound => ({
  item,
  criterion,
  text,
  disputed: false,
  score,
  scored_by: "",
})

export const graph: CausalGraphFound = {
  nodes: [
    { id: "s1", text: "the lake shrank", kind: "symptom", likelihood: null, status: "", refutes: "" },
    { id: "h1", text: "less water", kind: "cause", likelihood: 0.8, status: "supported", refutes: "" },
    { id: "h2", text: "irrigation", kind: "root", likelihood: 0.4, status: "supported", refutes: "" },
  ],
  edges: [
    { cause: "h1", effect: "s1", strength: 0.8, kind: "cause", passage_ids: ["p1"] },
    { cause: "h2", effect: "h1", strength: 0.5, kind: "correlation", passage_ids: ["p2"], against: ["p1"] },
  ],
  mermaid: "",
}
