import { type FormEvent, useState } from "react"
import { useLocation } from "wouter"
import { useWords } from "@/i18n/words"
import { Button, Failed, Field, Input } from "@/ui"
import { makeBase } from "./asking"
import styles from "./kb.module.css"
import { kbWords } from "./words"

/** Names a new base, and goes to it. */
export function MakeBase() {
  const t = useWords(kbWords)
  const [, go] = useLocation()
  const [name, setName] = useState("")
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const make = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const made = await makeBase(name.trim())
      go(`/kb/${encodeURIComponent(made.name)}`)
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && !busy) void make()
  }
  return (
    <form className={styles.make} onSubmit={submit}>
      <Field label={t.name} hint={t.nameHint}>
        {(tied) => <Input {...tied} value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Button type="submit" look="main" busy={busy} disabled={!name.trim()}>
        {t.make}
      </Button>
      {error !== undefined && <Failed error={error} />}
    </form>
  )
}
