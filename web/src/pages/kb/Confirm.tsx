import { useState } from "react"
import { useWords } from "@/i18n/words"
import { Button, Dialog, Failed, Row, Stack } from "@/ui"
import { kbWords } from "./words"

/** Asks before something is gone for good, and has the focus on staying; `onYes` throws what went wrong. */
export function Confirm({
  question,
  about,
  yes,
  onYes,
  onClose,
}: {
  question: string
  about: string
  yes: string
  onYes: () => Promise<void>
  onClose: () => void
}) {
  const t = useWords(kbWords)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const go = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onYes()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} label={question}>
      <Stack>
        <h2>{question}</h2>
        <p>{about}</p>
        {error !== undefined && <Failed error={error} />}
        <Row>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="danger" busy={busy} onClick={() => void go()}>
            {yes}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
