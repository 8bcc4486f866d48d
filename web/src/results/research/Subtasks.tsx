import type { Result } from "@/api/types/research"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import { Meter } from "@/ui"
import styles from "./subtasks.module.css"
import { reportWords } from "./reportWords"
import { type Subtask, subtasksOf } from "./subtasks"
import { researchWords } from "./words"

/** How a deep inquiry was divided: subtasks, what they were drilled down into, and how well each was answered. */
export function Subtasks({ result, live }: { result: Result; live: LiveRun }) {
  const t = useWords(researchWords)
  const { lang } = useLang()
  if (result.document.mode !== "deep") return null
  const tree = subtasksOf(live.plan, result.coverage)
  if (!tree.length) return null
  return (
    <section>
      <h3 lang={lang}>{t.subtasks}</h3>
      <Branch tasks={tree} lang={result.document.lang} />
    </section>
  )
}

function Branch({ tasks, lang }: { tasks: Subtask[]; lang: "en" | "ja" }) {
  const t = reportWords[lang]
  return (
    <ul className={styles.tree}>
      {tasks.map((one) => {
        const percent = Math.round((one.coverage ?? 0) * 100)
        return (
          <li key={one.id}>
            <span className={styles.taskId}>{one.id}</span> {one.text}
            {one.coverage !== undefined && (
              <span className={styles.answered}>
                <Meter value={one.coverage} label={t.words(percent)} />
                <span>{t.words(percent)}</span>
              </span>
            )}
            {one.below.length > 0 && <Branch tasks={one.below} lang={lang} />}
          </li>
        )
      })}
    </ul>
  )
}
