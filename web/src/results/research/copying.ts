import type { Report, Sentence } from "@/api/types/research"
import { placeIn, sourceLine } from "./place"
import { reportWords } from "./reportWords"
import { cellsOf } from "./sentences"

/** A statement with its marks: `It rained.[1][2]` */
export function markedText(sentence: Sentence, lang: Report["lang"]): string {
  const marks = sentence.citations.map((one) => `[${one.reference}]`).join("")
  const signs = sentence.marks.map((one) => reportWords[lang].marks[one]).join(", ")
  return `${sentence.text}${marks && ` ${marks}`}${signs && ` (${signs})`}`
}

/** The report as plain text, for a letter or a note: every mark leads to the list of references at its end. */
export function reportText(report: Report): string {
  const { lang } = report
  const t = reportWords[lang]
  const prose = (given: Sentence[]) => given.map((one) => markedText(one, lang)).join(lang === "ja" ? "" : " ")
  const analysis = report.analysis.flatMap((point) => [
    point.heading,
    point.ruling ? t.rulings[point.ruling.ruling] : "",
    ...point.blocks.flatMap((block) => [
      prose(block.sentences),
      ...(block.table?.rows.map((row) =>
        [
          row.heading,
          ...cellsOf(block.table ?? { columns: [], rows: [], corner: "" }, row).map(
            (cell) => prose(cell.sentences) || t.unknown,
          ),
        ].join("\t"),
      ) ?? []),
    ]),
  ])
  const disagreements = report.disagreements.flatMap((one) => [
    one.about,
    ...one.sides.map((side) => `- ${markedText(side, lang)}`),
    one.note,
  ])
  const references = report.references.map((one) =>
    [`[${one.number}] ${one.title}`, sourceLine(one, lang), one.uri].filter(Boolean).join(" · "),
  )
  const sections: [string, string[]][] = [
    [report.title, [[report.date, report.made_by].filter(Boolean).join(" · "), ...report.banner]],
    [t.summary, [prose(report.summary)]],
    [t.findings, report.key_findings.map((one) => `- ${markedText(one, lang)}`)],
    [t.analysis, analysis],
    [t.disagreements, disagreements],
    [t.notCovered, report.not_covered.map((one) => `- ${one}`)],
    [t.references, references],
  ]
  return sections
    .map(([heading, lines]) => [heading, lines.filter(Boolean)] as const)
    .filter(([, lines]) => lines.length)
    .map(([heading, lines]) => `${heading}\n\n${lines.join("\n")}`)
    .join("\n\n")
}

/** The words of a passage with where they stand: “…” (title, file, p. 2). */
export function quotation(report: Report, number: number, words: string, passageId: string): string {
  const reference = report.references.find((one) => one.number === number)
  const passage = reference?.passages.find((one) => one.id === passageId)
  if (!reference || !passage) return words
  const place = [reference.title, sourceLine(reference, report.lang), placeIn(passage, report.lang), reference.uri]
  const [open, close] = report.lang === "ja" ? ["「", "」"] : ["“", "”"]
  return `${open}${words.trim()}${close}\n${place.filter(Boolean).join(" · ")}`
}
