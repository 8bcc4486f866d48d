import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import type { Block } from "./blocks"
import styles from "./chat.module.css"
import { filesOf } from "./files"
import { chatWords } from "./words"

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
