import { useState } from "react"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Button, Empty } from "@/ui"
import styles from "./files/files.module.css"
import { FileView } from "./files/FileView"
import { newest, type Versions, wayOf } from "./files/newest"
import { filesWords } from "./files/words"
import type { ResultProps } from "./props"

/** The files of a run: the newest version of each, with the older ones below it; most can be read in place. */
export default function Files({ run }: ResultProps) {
  const t = useWords(filesWords)
  if (!run.artifacts.length) return <Empty>{t.none}</Empty>
  return (
    <ul className={styles.files}>
      {newest(run.artifacts).map((one) => (
        <File key={one.shown.name} versions={one} runId={run.id} lang={run.lang} />
      ))}
    </ul>
  )
}

function File({ versions: { shown, older }, runId, lang }: { versions: Versions; runId: string; lang: string }) {
  const t = useWords(filesWords)
  const { bytes } = useFormats()
  const [open, setOpen] = useState<number>()
  const opened = [shown, ...older].find((one) => one.version === open)
  const ways = (one: typeof shown) => (
    <>
      {wayOf(one) !== "none" && (
        <Button
          small
          aria-expanded={open === one.version}
          aria-label={open === one.version ? t.hideFile(one.name, one.version) : t.viewFile(one.name, one.version)}
          onClick={() => setOpen(open === one.version ? undefined : one.version)}
        >
          {open === one.version ? t.hide : t.view}
        </Button>
      )}
      <a href={`${one.url}&download=1`} download aria-label={t.downloadFile(one.name, one.version)}>
        {t.download}
      </a>
    </>
  )
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.name}>{shown.name}</span>
        <span className={styles.about}>
          {t.kind(shown.name, shown.media_type)} · {bytes(shown.size)}
          {shown.version > 1 && ` · ${t.version(shown.version)}`}
        </span>
        <span className={styles.ways}>{ways(shown)}</span>
      </div>
      {older.length > 0 && (
        <details className={styles.older}>
          <summary>{t.older(older.length)}</summary>
          <ul>
            {older.map((one) => (
              <li key={one.version} className={styles.line}>
                <span>{t.version(one.version)}</span>
                <span className={styles.about}>{bytes(one.size)}</span>
                <span className={styles.ways}>{ways(one)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {opened && <FileView file={opened} runId={runId} lang={lang} />}
    </li>
  )
}
