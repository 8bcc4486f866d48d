import { type FormEvent, useState } from "react"
import { api, ask, Problem } from "@/api/client"
import { useWords } from "@/i18n/words"
import { Button, Card, Failed, Field, Input, Stack } from "@/ui"
import { takeTab } from "./session"
import styles from "./shell.module.css"
import { useTitle } from "./title"
import { shellWords } from "./words"

/** Asks for a token, in place of whatever page one wanted: that one is loaded then, with nothing of who was here before. */
export function SignIn() {
  const t = useWords(shellWords)
  const [token, setToken] = useState("")
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  useTitle(t.signIn)
  const wrong = problem instanceof Problem ? { 401: t.noSuchToken, 429: t.tooMany }[problem.status] : undefined

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy || !token.trim()) return
    setBusy(true)
    try {
      takeTab(await ask(api.POST("/api/session", { body: { token: token.trim() } })))
      location.reload()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <Card className={styles.signIn}>
      <Stack>
        <h1>{t.signIn}</h1>
        <p>{t.signInWhy}</p>
        <pre className={styles.command}>
          <code>kasen serve tokens add NAME</code>
        </pre>
        <form onSubmit={(event) => void send(event)}>
          <Stack>
            <Field label={t.token} wrong={wrong}>
              {(tied) => (
                <Input
                  {...tied}
                  type="password"
                  autoComplete="current-password"
                  spellCheck={false}
                  value={token}
                  onChange={(event) => setToken(event.target.value)}
                />
              )}
            </Field>
            {problem !== undefined && !wrong && <Failed error={problem} />}
            <div>
              <Button look="main" type="submit" busy={busy}>
                {t.signIn}
              </Button>
            </div>
          </Stack>
        </form>
      </Stack>
    </Card>
  )
}
