import { useState } from "react"
import { useLocation } from "wouter"
import type { KbShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { Confirm } from "@/ui/Confirm"
import { deleteBase } from "./asking"
import { kbWords } from "./words"

/** Deletes a base once the person has confirmed it, and goes back to the list. */
export function DeleteBase({ base }: { base: KbShown }) {
  const t = useWords(kbWords)
  const [, go] = useLocation()
  const [asked, setAsked] = useState(false)
  const onYes = async () => {
    await deleteBase(base.name)
    go("/kb")
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        {t.remove}
      </Button>
      {asked && (
        <Confirm
          question={t.removeBase(base.name)}
          about={base.folder ? t.removeMirrorAbout : t.removeBaseAbout}
          yes={t.remove}
          onYes={onYes}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
