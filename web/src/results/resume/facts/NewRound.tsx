import { useState } from "react"
import { useLocation } from "wouter"
import { onward } from "@/api/onward"
import { startRun } from "@/api/starting"
import type { RunDetail } from "@/api/types/server"
import type { Result } from "@/api/types/resume"
import { uploadFile } from "@/api/uploading"
import { useWords } from "@/i18n/words"
import { Button, Failed, Row } from "@/ui"
import { isMeasuredOnly } from "../verdict/verdict"
import { answered, type Answers, factsFor, factsYaml } from "./answers"
import styles from "./facts.module.css"
import { factWords } from "./words"

interface Props {
  run: RunDetail
  result: Result
  answers: Answers
  /** The answers are the new run's now. */
  onBegun: () => void
}

/** What was answered, and a new round that may use it. */
export function NewRound({ run, result, answers, onBegun }: Props) {
  const t = useWords(factWords)
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const count = answered(answers).length

  const start = async () => {
    setBusy(true)
    setFailed(undefined)
    try {
      const begun = await roundWith(run, factsYaml(factsFor(result, answers)))
      onBegun()
      go(`/runs/${begun.id}`)
    } catch (error) {
      setFailed(error)
      setBusy(false)
    }
  }

  return (
    <>
      <div className={styles.quiet}>
        <p>{t.hint}</p>
        {isMeasuredOnly(result) && <p>{t.roundRules}</p>}
      </div>
      <div className={styles.bar}>
        {failed !== undefined && <Failed error={failed} />}
        <Row apart>
          <p role="status">{count ? <strong>{t.gathered(count)}</strong> : <span>{t.none}</span>}</p>
          <Button look="main" disabled={!count} busy={busy} onClick={() => void start()}>
            {t.round}
          </Button>
        </Row>
      </div>
    </>
  )
}

/** A review of the same file, for the same role, by the same models, with these facts. */
async function roundWith(run: RunDetail, facts: string) {
  const upload = await uploadFile(new File([facts], "facts.yaml", { type: "application/yaml" }))
  return startRun({ team: "resume", request: { facts: `upload:${upload.id}` }, options: onward(run) })
}
