import type { ArtifactShown } from "@/api/types/server"

export interface Versions {
  /** The newest. */
  shown: ArtifactShown
  /** Those before it, newest first. */
  older: ArtifactShown[]
}

/** Files by name, each with its newest version first; the order of names is kept. */
export function newest(artifacts: ArtifactShown[]): Versions[] {
  const names = [...new Set(artifacts.map((one) => one.name))]
  return names.flatMap((name) => {
    const versions = artifacts.filter((one) => one.name === name)
    const [shown, ...older] = versions.toSorted((a, b) => b.version - a.version)
    return shown ? [{ shown, older }] : []
  })
}

export type Way = "markdown" | "json" | "csv" | "text" | "image" | "frame" | "none"

/** The most that is read into the page, in bytes. */
export const MOST_READ = 2_000_000

const BY_TYPE: [RegExp, Way][] = [
  [/^text\/markdown/, "markdown"],
  [/^text\/(csv|tab-separated-values)/, "csv"],
  [/^(text\/html|application\/pdf|image\/svg)/, "frame"],
  [/^image\//, "image"],
  [/json(l|lines|-seq)$|x-ndjson/, "text"],
  [/json/, "json"],
  [/^text\/|[/+-](yaml|xml|toml)$/, "text"],
]
const BY_NAME: [RegExp, Way][] = [
  [/\.(md|qmd)$/i, "markdown"],
  [/\.[ct]sv$/i, "csv"],
  [/\.jsonl$/i, "text"],
  [/\.(txt|diff|patch|log|bib|ya?ml|toml|tex|typ|mmd)$/i, "text"],
]

/** How a file is shown in place: by its type, else by its name; large ones and unknown ones only come as a download. */
export function wayOf({ media_type: type, name, size }: ArtifactShown): Way {
  const way =
    BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ??
    BY_TYPE.find(([pattern]) => pattern.test(type.split(";")[0] ?? ""))?.[1] ??
    "none"
  const isRead = way === "markdown" || way === "json" || way === "csv" || way === "text"
  return isRead && size > MOST_READ ? "none" : way
}
