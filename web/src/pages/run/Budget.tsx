import { useState } from "react"
import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button, Card, Failed, Field, Input, Row, Stack } from "@/ui"
import { continueRun } from "./acting"
import { actionWords } from "./actionWords"
import styles from "./run.module.css"
import { useDoing } from "./useDoing"

const CAPS = ["usd", "tokens", "seconds", "calls"] as const
type Cap = (typeof CAPS)[number]

/** A run whose budget was spent goes on with a higher one. */
export function Budget({ run, caps }: { run: RunDetail; caps: Record<string, number> }) {
  const t = useWords(actionWords)
  const { busy, error, run: act } = useDoing()
  const capped = CAPS.filter((cap) => caps[cap] !== undefined)
  const [typed, setTyped] = useState<Partial<Record<Cap, string>>>({})
  // The limits are known when the events have come: what nobody has typed follows them.
  const wanted = (cap: Cap) => typed[cap] ?? `${doubled(caps[cap] ?? 0)}`
  const isWrong = (cap: Cap) => !(Number(wanted(cap)) > 0)
  const send = () => {
    if (capped.some(isWrong)) return
    const given = Object.fromEntries(capped.map((cap) => [`budget_${cap}`, Number(wanted(cap))]))
    void act(() => continueRun(run.id, given))
  }
  return (
    <Card aria-label={t.budgetTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack>
          <h2>{t.budgetTitle}</h2>
          <p>{t.budgetWhy}</p>
          <Row className={styles.caps}>
            {capped.map((cap) => (
              <Field key={cap} label={t.caps[cap]} wrong={isWrong(cap) ? t.wrongCap : undefined}>
                {(tied) => (
                  <Input
                    {...tied}
                    inputMode="decimal"
                    value={wanted(cap)}
                    onChange={(event) => setTyped({ ...typed, [cap]: event.target.value })}
                  />
                )}
              </Field>
            ))}
          </Row>
          {error !== undefined && <Failed error={error} />}
          <div>
            <Button type="submit" look="main" busy={busy}>
              {t.goOn}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}

const doubled = (cap: number): number => (cap ? cap * 2 : 1)
