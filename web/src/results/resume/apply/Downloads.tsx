import type { ArtifactShown, RunDetail } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import styles from "./apply.module.css"
import { applyWords } from "./words"

const WANTED = /^(revised\.\w+|changes\.diff)$/

/** The newest version of the revised file, in all its forms, and of the difference. */
export function revisedFiles(artifacts: readonly ArtifactShown[]): ArtifactShown[] {
  const newest = new Map<string, ArtifactShown>()
  for (const one of artifacts) {
    if (WANTED.test(one.name) && (newest.get(one.name)?.version ?? -1) < one.version) newest.set(one.name, one)
  }
  return [...newest.values()].sort((one, other) => other.name.localeCompare(one.name))
}

/** The revised file and its difference, to be saved. */
export function Downloads({ run, holds }: { run: RunDetail; holds?: string }) {
  const t = useWords(applyWords)
  const format = useFormats()
  const files = revisedFiles(run.artifacts)
  if (!files.length) return null
  return (
    <ul className={styles.files} aria-label={t.files}>
      {files.map((one) => (
        <li key={one.name}>
          <a href={`${one.url}&download=true`} download={one.name} aria-label={t.download(one.name)}>
            {one.name}
          </a>{" "}
          <span className={styles.quiet}>
            {format.bytes(one.size)}
            {holds && one.name.startsWith("revised.") && ` · ${holds}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
