import type { Report } from "@/api/types/research"
import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { newest } from "../files/newest"
import { Copy } from "./Copy"
import { reportText } from "./copying"
import styles from "./report.module.css"
import { researchWords } from "./words"

/** What can be done with the report as a whole. */
export function Toolbar({ run, report }: { run: RunDetail; report: Report }) {
  const t = useWords(researchWords)
  const reports = newest(run.artifacts).filter(({ shown }) => shown.name.startsWith("report."))
  return (
    <div className={styles.toolbar}>
      <Copy label={t.copy} text={() => reportText(report)} />
      <Button small onClick={() => window.print()}>
        {t.print}
      </Button>
      {reports.length > 0 && (
        <ul aria-label={t.download}>
          {reports.map(({ shown }) => {
            const kind = shown.name.split(".").at(-1) ?? ""
            return (
              <li key={shown.name}>
                <a href={`${shown.url}&download=1`} download>
                  {t.formats[kind] ?? shown.name}
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
