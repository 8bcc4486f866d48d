import type { ArtifactShown, RunDetail } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import Files from "@/results/Files"
import styles from "./deck.module.css"
import { latest } from "./shots"
import { deckWords } from "./words"

interface DownloadsProps {
  newest: RunDetail
  drawn: RunDetail | undefined
}

/** The files that people take from a deck, those that exist. */
export function Downloads({ newest, drawn }: DownloadsProps) {
  const t = useWords(deckWords)
  const formats = useFormats()
  const files = filesOf(newest, drawn)
  const known: [string, string, boolean][] = [
    ["deck.pptx", t.powerpoint, true],
    ["deck.native.pptx", t.native, true],
    ["deck.pdf", t.pdf, false],
    ["deck.html", t.pageToShare, false],
  ]
  const there = known.flatMap(([name, label, saves]) => {
    const file = latest(files, name)
    return file ? [{ file, label, saves }] : []
  })
  return (
    <ul className={styles.downloads} aria-label={t.downloads}>
      {there.map(({ file, label, saves }, n) => (
        <li key={file.name}>
          <a
            className={n === 0 ? styles.download : undefined}
            href={saves ? `${file.url}&download=true` : file.url}
            {...(!saves && { target: "_blank", rel: "noreferrer" })}
          >
            {label} <span className={styles.size}>{formats.bytes(file.size)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Those of the newest run; pages and pictures of the run that drew them. */
export function filesOf(newest: RunDetail, drawn: RunDetail | undefined): ArtifactShown[] {
  const own = new Set(newest.artifacts.map((one) => one.name))
  return [...newest.artifacts, ...(drawn?.artifacts ?? []).filter((one) => !own.has(one.name))]
}

/** Everything that the run of this version wrote. */
export function AllFiles({ newest, live }: { newest: RunDetail; live: LiveRun }) {
  const t = useWords(deckWords)
  return (
    <details className={styles.files}>
      <summary>{t.allFiles}</summary>
      <Files run={newest} live={live} />
    </details>
  )
}
