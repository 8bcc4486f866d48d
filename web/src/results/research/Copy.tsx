import { useState } from "react"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { researchWords } from "./words"

/** A button that copies; it says for a while whether it could. */
export function Copy({ text, label }: { text: () => string; label: string }) {
  const t = useWords(researchWords)
  const [done, setDone] = useState<boolean>()
  const copy = async () => {
    const worked = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    )
    setDone(worked ?? false)
    setTimeout(() => setDone(undefined), 2500)
  }
  return (
    <Button small onClick={() => void copy()}>
      <span aria-live="polite">{done === undefined ? label : done ? t.copied : t.notCopied}</span>
    </Button>
  )
}
