import type { ArtifactShown, RunDetail } from "@/api/types/server"
import type { Result, Slide } from "@/api/types/slides"

/** One slide of one version, with the picture that was made of it. */
export interface Shot {
  /** Stays with the slide through edits. */
  id: string
  /** Its position, from 1. */
  number: number
  slide: Slide
  /** Of its part in the file; empty where that is not known. */
  sha256: string
  /** Address of its picture; empty where there is none. */
  url: string
  /** Where there is none: nobody drew it, who drew it is gone, or it is yet to come. */
  lacks: "" | "undrawn" | "gone" | "coming"
}

/** What one slide has become between two versions. */
export interface Change {
  before: Shot | undefined
  after: Shot | undefined
}

/** What a run made, where it made something. */
export const resultOf = (run: Pick<RunDetail, "result">): Result | undefined =>
  (run.result as unknown as Result | null) ?? undefined

/** The run whose pictures are those of the deck: an edit that changed nothing drew none. */
export const drawnIn = (run: RunDetail): string => resultOf(run)?.versions.at(-1)?.run_id || run.id

/** The run that drew a deck; `coming` while it is asked for, `gone` where it was deleted. */
export type Drawer = RunDetail | "coming" | "gone"

/** The slides of a run's deck, with the pictures of the run that drew them. */
export function shotsOf(run: RunDetail, drawer: Drawer): Shot[] {
  const renders = typeof drawer === "string" ? [] : (resultOf(drawer)?.renders ?? [])
  return (resultOf(run)?.deck?.slides ?? []).map((slide, n) => {
    const { slide_id: id = slide.id, sha256 = "", artifact = "" } = renders[n] ?? {}
    return { id, number: n + 1, slide, sha256, ...pictureOf(artifact, drawer) }
  })
}

function pictureOf(artifact: string, drawer: Drawer): Pick<Shot, "url" | "lacks"> {
  if (typeof drawer === "string") return { url: "", lacks: drawer }
  const url = artifact && latest(drawer.artifacts, artifact)?.url
  return url ? { url, lacks: "" } : { url: "", lacks: "undrawn" }
}

/** The newest version of a file. */
export function latest(files: readonly ArtifactShown[], name: string): ArtifactShown | undefined {
  return files.filter((one) => one.name === name).reduce<ArtifactShown | undefined>(newer, undefined)
}

const newer = (a: ArtifactShown | undefined, b: ArtifactShown) => (a && a.version > b.version ? a : b)

/** Slides that are otherwise, that came and that went, in the order of the later version. */
export function changesBetween(before: readonly Shot[], after: readonly Shot[]): Change[] {
  const old = new Map(before.map((one) => [one.id, one]))
  const kept = new Set(after.map((one) => one.id))
  const others = after.flatMap((one) => {
    const was = old.get(one.id)
    return was && isSame(was, one) ? [] : [{ before: was, after: one }]
  })
  return [...others, ...before.filter((one) => !kept.has(one.id)).map((one) => ({ before: one, after: undefined }))]
}

/** The part of the file and what is said: a chart that is drawn otherwise has a part of its own. */
const isSame = (a: Shot, b: Shot) =>
  (!a.sha256 || !b.sha256 || a.sha256 === b.sha256) && JSON.stringify(a.slide) === JSON.stringify(b.slide)

/** Whether a run drew the pictures of that version: a file that was given has none, and is no run's. */
export const hasDrawn = (run: RunDetail, version: number): boolean =>
  resultOf(run)?.versions.at(-1)?.number === version && !resultOf(run)?.unchanged
