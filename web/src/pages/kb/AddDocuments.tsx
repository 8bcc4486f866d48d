import { useEffect } from "react"
import { isSending, uploadsOf, useSending } from "@/api/sending"
import { useWords } from "@/i18n/words"
import { Card } from "@/ui"
import { FileDrop } from "@/ui/FileDrop"
import styles from "./kb.module.css"
import { read, useReadings } from "./reading"
import { ReadingCard } from "./ReadingCard"
import { kbWords } from "./words"

/** A place to drop documents: what is sent is read at once, all of a drop together. */
export function AddDocuments({ name }: { name: string }) {
  const t = useWords(kbWords)
  const sending = useSending()
  const { files, reset } = sending
  const readings = useReadings(name)
  const isOnItsWay = isSending(files)

  useEffect(() => {
    const uploads = uploadsOf(files)
    if (isOnItsWay || !uploads.length) return
    reset(files.filter((one) => !one.upload))
    void read(name, uploads)
  }, [files, isOnItsWay, reset, name])

  return (
    <section className={styles.section}>
      <h2>{t.add}</h2>
      <Card className={styles.section}>
        <FileDrop label={t.add} bare sending={sending} many folder hint={t.addHint} />
        <p role="status" className={styles.quiet}>
          {isOnItsWay && t.stay}
        </p>
        {readings.map((one) => (
          <ReadingCard key={one.id} reading={one} />
        ))}
      </Card>
    </section>
  )
}
