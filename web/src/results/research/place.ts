import type { CitedPassage, Reference, Report } from "@/api/types/research"
import { reportWords } from "./reportWords"

type Lang = Report["lang"]

/** Where words stand in their source: page and headings. */
export function placeIn(passage: CitedPassage, lang: Lang): string {
  const page = passage.page == null ? "" : reportWords[lang].units[passage.unit](passage.page)
  return [page, passage.headings.join(" › ")].filter(Boolean).join(" · ")
}

/** When a source was published and when it was read. */
function datesOf(reference: Reference, lang: Lang): string {
  const t = reportWords[lang]
  const said = [
    reference.published && t.published(reference.published),
    reference.fetched && t.fetched(reference.fetched),
  ]
  return said.filter(Boolean).join(" · ") || reference.date
}

/** File, publisher and dates on one line, without what the title says already. */
export function sourceLine(reference: Reference, lang: Lang): string {
  return [reference.file, reference.publisher, datesOf(reference, lang)]
    .filter((part) => part && part !== reference.title)
    .join(" · ")
}

/** Japanese when it has kana: what a passage is written in is not known otherwise. */
export const langOf = (text: string): "ja" | undefined => (/[\u3041-\u30ff]/.test(text) ? "ja" : undefined)
