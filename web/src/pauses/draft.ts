import { isFields, type Schema } from "./schema"

const STATEMENTS: Schema = {
  type: "array",
  items: { type: "object", properties: { text: { type: "string", maxLength: 4000 } }, required: ["text"] },
}

/** What of a report's draft a person edits: its words. What a statement rests on stays with it. */
export const DRAFT: Schema = {
  type: "object",
  properties: {
    title: { type: "string", maxLength: 300 },
    summary: STATEMENTS,
    findings: STATEMENTS,
    analysis: {
      type: "array",
      items: { type: "object", properties: { statements: STATEMENTS }, required: ["statements"] },
    },
  },
}

/** Whether a value is a draft of a report. */
export const isDraft = (value: unknown): boolean =>
  isFields(value) && Array.isArray(value.summary) && Array.isArray(value.findings) && Array.isArray(value.analysis)

export interface DraftWords {
  summary: string
  findings: string
  point: (number: number) => string
  bare: string
}

/** The draft as one reads it; statements that name no source say so. */
export function draftText(draft: unknown, t: DraftWords): string {
  if (!isFields(draft)) return ""
  const said = (one: unknown) => sentence(one, t.bare)
  const points = listed(draft.analysis).flatMap((section, at) => {
    const number = isFields(section) && typeof section.point === "number" ? section.point : at + 1
    return [`## ${t.point(number)}`, ...listed(isFields(section) ? section.statements : []).map(said)]
  })
  const summary = joined(listed(draft.summary).map(said))
  const findings = listed(draft.findings).map((one) => `- ${said(one)}`)
  return [
    ...(draft.title ? [`# ${String(draft.title)}`] : []),
    ...(summary ? [`## ${t.summary}`, summary] : []),
    ...(findings.length ? [`## ${t.findings}`, findings.join("\n")] : []),
    ...points,
  ].join("\n\n")
}

function sentence(one: unknown, bare: string): string {
  if (!isFields(one)) return ""
  return listed(one.evidence).length ? String(one.text) : String(one.text) + bare
}

/** Sentences one after the other: with a space between them, but none in Japanese. */
const joined = (sentences: string[]) =>
  sentences.reduce((all, one) => all + (/[。！？]$/u.test(all) || !all ? "" : " ") + one, "")

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
