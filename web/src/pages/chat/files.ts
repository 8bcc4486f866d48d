import type { Block } from "./blocks"

/** A file that a run made. */
export interface Made {
  url: string
  name: string
  size?: number
  version?: number
}

/** The files for the reader: those the answer names once it is whole, all that were written until then. */
export function filesOf(block: Block): Made[] {
  const written = block.artifacts.map(({ url, name, size, version }) => ({ url, name, size, version }))
  if (!block.files.length) return block.run?.status === "done" ? [] : written
  return block.files.map(
    (one) => written.find((made) => made.url === one.url) ?? { url: one.url, name: nameIn(one.url) },
  )
}

/** `…/artifacts/report.md?version=1` → `report.md` */
const nameIn = (url: string) => decodeURIComponent(/\/artifacts\/([^?]+)/u.exec(url)?.[1] ?? url)
