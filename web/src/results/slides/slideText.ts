import type { Deck, Figure, Point, Ref, Result, Slide } from "@/api/types/slides"

/** A source with the number that slides and pages give it. */
export interface Numbered {
  number: number
  ref: Ref
}

/** A statement of a slide, and what it rests on. */
export interface Said {
  text: string
  level: number
  sources: Numbered[]
  /** True where it states something, and nobody can look it up. */
  isUnsourced: boolean
}

/** The sources of a deck in their order; the wish is none. */
export function sourcesOf(deck: Deck): Map<string, Numbered> {
  const refs = deck.refs.filter((ref) => ref.kind !== "wish")
  return new Map(refs.map((ref, n) => [ref.id, { number: n + 1, ref }]))
}

/** Each statement of a slide with its sources. A list of sources states nothing; nor does one of titles. */
export function statementsOf(slide: Slide, deck: Deck, isForeign: boolean): Said[] {
  if (slide.kind === "sources") return []
  const known = sourcesOf(deck)
  const isFact = slide.kind !== "agenda" && !isForeign
  const found = (refs: readonly string[]) => [...new Set(refs)].flatMap((id) => known.get(id) ?? [])
  const point = ({ text, level, refs }: Point): Said => ({
    ...{ text, level, sources: found(refs) },
    isUnsourced: isFact && !refs.some((id) => known.has(id)),
  })
  const parts = [slide.chart, slide.table].flatMap((part) => (part?.refs.length ? [part] : []))
  const figures = parts.map((part) => ({
    ...{ text: slide.message || part.title || slide.title, level: 0, sources: found(part.refs), isUnsourced: false },
  }))
  return [...figures, ...slide.points.map(point), ...slide.columns.flatMap((column) => column.points.map(point))]
}

/** The figures that stand on a slide. */
export function figuresOn(slide: Slide, result: Pick<Result, "figures">): Figure[] {
  const ids = [slide.chart?.id, slide.table?.id]
  return result.figures.filter((one) => ids.includes(one.id))
}

/** A slide in words, for who cannot see its picture: all that stands on it, in the order it is read. */
export function altOf(slide: Slide, number: string): string {
  const texts = [
    ...[number, slide.title, slide.subtitle, slide.message],
    ...slide.points.map((point) => point.text),
    ...slide.columns.flatMap((column) => [column.heading, ...column.points.map((point) => point.text)]),
    ...[slide.chart?.alt, slide.table?.alt, slide.picture?.alt, slide.diagram?.alt],
  ]
  return texts.flatMap((text) => (text?.trim() ? [ended(text.trim())] : [])).join(" ")
}

const ended = (text: string) => (/[.!?。！？…:]$/u.test(text) ? text : `${text}.`)

/** Figures as people read them: `1,291`, `–` for none. */
export function cell(value: number | null | undefined, format: Intl.NumberFormat): string {
  return value == null ? "–" : format.format(value)
}
