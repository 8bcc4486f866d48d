import { type ReactNode, useState } from "react"
import { useWords } from "@/i18n/words"
import { Button, Dialog, Failed, Row, Stack } from "@/ui"
import { uiWords } from "./words"

/** Asks before something is gone for good, with the focus on staying. `onYes` throws what went wrong: it is shown, and
 * one can try again. */
export function Confirm({
  question,
  about,
  yes,
  onYes,
  onClose,
}: {
  question: string
  about: ReactNode
  yes: string
  onYes: () => Promise<void>
  onClose: () => void
}) {
  const t = useWords(uiWords)
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
          {/* Closed by the browser, which gives the focus back; `onClose` hears of it. */}
          <Button onClick={(event) => event.currentTarget.closest("dialog")?.close()}>{t.keep}</Button>
          <Button look="danger" busy={busy} onClick={() => void go()}>
            {yes}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
