import type { Refusal, SentFile } from "@/api/sending"
import { useFormats } from "@/i18n/formats"
import { useLangOf } from "@/i18n/langOf"
import { useTold } from "@/i18n/told"
import { useWords } from "@/i18n/words"
import { Meter } from "@/ui"
import styles from "./filedrop.module.css"
import { fileWords } from "./fileWords"

interface SentProps {
  forms: readonly string[]
  onRemove: (key: string) => void
}

/** The files that were given, and for screen readers how far all of them are. */
export function SentFiles({ files, ...rest }: SentProps & { files: SentFile[] }) {
  const t = useWords(fileWords)
  const { number } = useFormats()
  const waiting = files.some((one) => !one.upload && !one.refusal)
  const ready = files.filter((one) => one.upload).length
  return (
    <>
      <span role="status" className="unseen">
        {waiting ? t.sending : ready ? t.sent(number(ready)) : ""}
      </span>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((one) => (
            <Row key={one.key} file={one} {...rest} />
          ))}
        </ul>
      )}
    </>
  )
}

/** One file: its name, its size, how much of it is gone, or why it is not taken. */
function Row({ file, forms, onRemove }: SentProps & { file: SentFile }) {
  const t = useWords(fileWords)
  const { bytes } = useFormats()
  const langOf = useLangOf()
  const why = useRefusal(forms)(file.refusal)
  return (
    <li className={styles.file}>
      <span>{file.name}</span>
      <span className={styles.size}>{bytes(file.size)}</span>
      <button
        type="button"
        className={styles.remove}
        aria-label={t.remove(file.name)}
        onClick={() => onRemove(file.key)}
      >
        ×
      </button>
      {file.refusal && (
        <span className={styles.wrong} role="alert" lang={langOf(why)}>
          {why}
        </span>
      )}
      {!file.upload && !file.refusal && (
        <span className={styles.share}>
          <Meter value={file.share} label={t.progress(file.name)} />
        </span>
      )}
    </li>
  )
}

function useRefusal(forms: readonly string[]): (refusal: Refusal | undefined) => string {
  const t = useWords(fileWords)
  const { bytes } = useFormats()
  const told = useTold()
  return (refusal) => {
    if (!refusal) return ""
    if (refusal.kind === "form") return t.wrongForm(forms.join(" "))
    if (refusal.kind === "empty" || refusal.kind === "gone") return t[refusal.kind]
    if (refusal.kind === "large") return t.large(bytes(refusal.most))
    const { problem } = refusal
    if (!problem.status) return t.unreachable
    return [problem.message, problem.hint]
      .filter(Boolean)
      .map((text) => told(text).text)
      .join(" ")
  }
}
