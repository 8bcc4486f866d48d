import { useCallback, useEffect, useState } from "react"
import { isSending, uploadsOf, useSending } from "@/api/sending"
import type { Upload } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button, Card, Failed, Note, Row } from "@/ui"
import { FileDrop } from "@/ui/FileDrop"
import styles from "./kb.module.css"
import { forget, forgetLost, read, useReadings } from "./reading"
import { ReadingCard } from "./ReadingCard"
import { kbWords } from "./words"

/** A place to drop documents: what is sent is read at once, all of a drop together. */
export function AddDocuments({ name }: { name: string }) {
  const t = useWords(kbWords)
  const sending = useSending()
  const { files, reset } = sending
  const { shown, isLost } = useReadings(name)
  const [refused, setRefused] = useState<{ error: unknown; uploads?: Upload[] }>()
  const isOnItsWay = isSending(files)

  const refuse = useCallback(
    (error: unknown, uploads?: Upload[]) => setRefused({ error, ...(uploads && { uploads }) }),
    [],
  )
  useEffect(() => {
    const uploads = uploadsOf(files)
    if (isOnItsWay || !uploads.length) return
    reset(files.filter((one) => !one.upload))
    read(name, uploads).catch((error: unknown) => refuse(error, uploads))
  }, [files, isOnItsWay, reset, name, refuse])
  const again = (uploads: Upload[]) => {
    setRefused(undefined)
    read(name, uploads).catch((error: unknown) => refuse(error, uploads))
  }

  return (
    <section className={styles.section}>
      <h2>{t.add}</h2>
      <Card className={styles.section}>
        <FileDrop label={t.add} bare sending={sending} many folder hint={t.addHint} />
        <p role="status" className={styles.quiet}>
          {isOnItsWay && t.stay}
        </p>
        {refused && <Failed error={refused.error} again={refused.uploads && (() => again(refused.uploads ?? []))} />}
        {isLost && <Lost onHide={() => forgetLost(name)} />}
        {shown.map((one) => (
          <ReadingCard key={one.id} reading={one} onHide={() => void forget(name, one.id).catch(refuse)} />
        ))}
      </Card>
    </section>
  )
}

function Lost({ onHide }: { onHide: () => void }) {
  const t = useWords(kbWords)
  return (
    <Note tone="fair" role="alert">
      <p>{t.lost}</p>
      <Row>
        <Button small onClick={onHide}>
          {t.hide}
        </Button>
      </Row>
    </Note>
  )
}
