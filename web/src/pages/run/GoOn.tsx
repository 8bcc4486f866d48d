import { useState } from "react"
import { useLocation } from "wouter"
import { useTeams } from "@/api/asking"
import { startRun } from "@/api/starting"
import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { useKept } from "@/pauses/kept"
import { Button, Card, Failed, Field, Stack, TextArea } from "@/ui"
import { actionWords } from "./actionWords"
import { needsNoWords, nextRun } from "./onward"
import { useDoing } from "./useDoing"

/** A message under a finished run: it goes on with it, as a run of its own. */
export function GoOn({ run }: { run: RunDetail }) {
  const t = useWords(actionWords)
  const [, go] = useLocation()
  const teams = useTeams()
  const { busy, error, run: act } = useDoing()
  const [words, setWords, forget] = useKept(`onward.${run.id}`, "")
  const [isMissing, setMissing] = useState(false)
  const team = run.team === "research" || run.team === "resume" ? run.team : "other"
  const argument = teams.data?.find((one) => one.name === run.team)?.argument ?? "text"
  const send = () => {
    const isEmpty = !words.trim() && !needsNoWords(run.team)
    setMissing(isEmpty)
    if (isEmpty || busy) return
    void act(async () => {
      const { id } = await startRun(nextRun(run, words, argument))
      forget()
      go(`/runs/${id}`)
    })
  }
  return (
    <Card aria-label={t.next}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack>
          <Field label={t.ask[team]} hint={t.hint[team]} wrong={isMissing ? t.empty : undefined}>
            {(tied) => (
              <TextArea
                {...tied}
                rows={2}
                value={words}
                placeholder={team === "resume" ? t.role : undefined}
                onChange={(event) => setWords(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send()
                }}
              />
            )}
          </Field>
          {error !== undefined && <Failed error={error} />}
          <div>
            <Button type="submit" look="main" busy={busy}>
              {t.send[team]}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
