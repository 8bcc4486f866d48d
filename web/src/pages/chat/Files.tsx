import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import type { Block } from "./blocks"
import styles from "./chat.module.css"
import { chatWords } from "./words"

interface Made {
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

/** Only addresses of this server are linked. */
const isOurs = (url: string) => url.startsWith("/api/runs/")

export function Files({ block }: { block: Block }) {
  const t = useWords(chatWords)
  const { bytes } = useFormats()
  const files = filesOf(block).filter((one) => isOurs(one.url))
  if (!files.length) return null
  return (
    <ul aria-label={t.files} className={styles.files}>
      {files.map((one) => (
        <li key={one.url}>
          <a href={one.url} target="_blank" rel="noreferrer">
            {one.name}
          </a>
          <span className={styles.quiet}>
            {[one.size !== undefined && bytes(one.size), (one.version ?? 1) > 1 && t.version(one.version ?? 1)]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  )
}
