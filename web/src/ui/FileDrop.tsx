import { type ReactNode, useId, useRef } from "react"
import { useSession } from "@/api/asking"
import type { Sending, Taken } from "@/api/sending"
import { useWords } from "@/i18n/words"
import { DropZone } from "./DropZone"
import { SentFiles } from "./SentFiles"
import styles from "./filedrop.module.css"
import { fileWords } from "./fileWords"

/** What a `FileDrop` is handed. */
export interface FileDropProps {
  label: ReactNode
  sending: Sending
  /** Which of several fields that share one `sending` this is. */
  place?: string | undefined
  many?: boolean | undefined
  /** Takes a folder too: all files in it. */
  folder?: boolean | undefined
  /** Endings of names that it takes: `.pdf`. */
  forms?: readonly string[] | undefined
  hint?: ReactNode
  wrong?: string | undefined
  /** The label is read out, not shown. */
  bare?: boolean | undefined
}

/** A place to drop files on, or choose them from; sends them and shows how each fares. */
export function FileDrop({ label, sending, place = "", many, folder, forms = [], hint, wrong, bare }: FileDropProps) {
  const t = useWords(fileWords)
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const most = useSession().data?.upload_bytes
  const taken: Taken = { place, many: Boolean(many || folder), forms, most }
  const hints = [hint, forms.length ? t.forms(forms.join(" ")) : ""].filter(Boolean)
  const about = [hints.length ? `${id}-hint` : "", wrong ? `${id}-wrong` : ""].filter(Boolean).join(" ")
  const remove = (key: string) => {
    sending.remove(key)
    chooser.current?.focus()
  }
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={styles.whole}>
      <span id={`${id}-label`} className={bare ? "unseen" : styles.label}>
        {label}
      </span>
      <DropZone
        taken={taken}
        folder={Boolean(folder)}
        about={about || undefined}
        wrong={Boolean(wrong)}
        chooser={chooser}
        onFiles={(given) => sending.add(given, taken)}
      />
      <Hints id={`${id}-hint`} hints={hints} />
      <SentFiles files={sending.files.filter((one) => one.place === place)} forms={forms} onRemove={remove} />
      <span id={`${id}-wrong`} className={styles.wrong} role="alert">
        {wrong}
      </span>
    </div>
  )
}

function Hints({ id, hints }: { id: string; hints: ReactNode[] }) {
  if (!hints.length) return null
  return (
    <span id={id} className={styles.quiet}>
      {hints.map((one, at) => (
        <span key={at}>{one} </span>
      ))}
    </span>
  )
}
