import { Link } from "wouter"
import { Problem } from "@/api/client"
import { useWords } from "@/i18n/words"
import { Button, Card, Failed, Note } from "@/ui"
import { Estimate } from "./Estimate"
import styles from "./form.module.css"
import type { Form } from "./useForm"
import { formWords } from "./words"

/** What the run may take, and the button that begins it. */
export function StartCard({ form }: { form: Form }) {
  const t = useWords(formWords)
  const isMarked = Object.keys({ ...form.faults, ...form.optionFaults }).length > 0
  return (
    <Card className={styles.start}>
      <h2>{t.summary}</h2>
      <Estimate form={form} />
      <Button type="submit" look="main" busy={form.busy} className={styles.button}>
        {form.busy ? t.starting : t.start}
      </Button>
      {isMarked && <p className={styles.wrong}>{t.look}</p>}
      <Refused problem={form.problem} />
    </Card>
  )
}

/** What belongs to no field. */
function Refused({ problem }: { problem: unknown }) {
  const t = useWords(formWords)
  if (!problem) return null
  if (!(problem instanceof Problem) || problem.status !== 429) return <Failed error={problem} />
  return (
    <Note role="alert">
      <p>{t.tooMany}</p>
      <Link href="/runs">{t.runs}</Link>
    </Note>
  )
}
