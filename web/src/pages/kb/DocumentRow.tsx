import type { DocumentShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Badge, Button } from "@/ui"
import styles from "./kb.module.css"
import { useNames } from "./naming"
import { reasonIn } from "./reasons"
import { kbWords } from "./words"

const TONES = { indexed: "good", duplicate: "quiet", skipped: "bad" } as const

/** A document: what it is, and why it cannot be found where it cannot. */
export function DocumentRow({
  document,
  onRemove,
}: {
  document: DocumentShown
  onRemove: ((one: DocumentShown) => void) | undefined
}) {
  const t = useWords(kbWords)
  const { number, bytes } = useFormats()
  const { kind, language } = useNames()
  const isRead = document.status !== "skipped"
  const small = [bytes(document.size), isRead ? t.passages(number(document.passages)) : ""].filter(Boolean)
  const about = isRead ? [kind(document.media_type), language(document.language)] : []
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>{document.name}</span>
        {isRead && document.title !== document.name && <span className={styles.quiet}>{document.title}</span>}
        <span className={styles.less}>{[...about, ...small].join(" · ")}</span>
        <Doubts document={document} />
      </th>
      <td className={styles.more}>{about[0] ?? "–"}</td>
      <td className={styles.more}>{about[1] ?? "–"}</td>
      <td className={styles.more}>
        {small.map((one) => (
          <span key={one} className={styles.line}>
            {one}
          </span>
        ))}
      </td>
      <td>
        <Badge tone={TONES[document.status]}>{t.states[document.status]}</Badge>
      </td>
      {onRemove && (
        <td>
          <Button small look="plain" aria-label={t.removeOne(document.name)} onClick={() => onRemove(document)}>
            ×
          </Button>
        </td>
      )}
    </tr>
  )
}

function Doubts({ document }: { document: DocumentShown }) {
  const { lang } = useLang()
  const told = [document.reason, ...(document.problems ?? [])].filter(Boolean)
  return told.map((one) => (
    <span key={one} className={document.status === "skipped" ? styles.bad : styles.fair}>
      {reasonIn(lang, one)}
    </span>
  ))
}
