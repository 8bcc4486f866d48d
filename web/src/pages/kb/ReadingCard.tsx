import { useEffect, useState } from "react"
import type { AddedShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Button, Failed, Note, Row } from "@/ui"
import styles from "./kb.module.css"
import { forget, isUnderWay, type Reading } from "./reading"
import { reasonIn } from "./reasons"
import { kbWords } from "./words"

/** One reading: how long it has taken so far, or what came of it. */
export function ReadingCard({ reading }: { reading: Reading }) {
  const t = useWords(kbWords)
  const { number } = useFormats()
  const hide = (
    <Button small onClick={() => forget(reading.id)}>
      {t.hide}
    </Button>
  )
  if (isUnderWay(reading))
    return (
      <Note tone="live">
        <p role="status">{t.reading(number(reading.count))}</p>
        <p>
          <Elapsed since={reading.startedAt} /> <span className={styles.quiet}>{t.readingAbout}</span>
        </p>
      </Note>
    )
  if (!reading.answer)
    return (
      <>
        <Failed error={reading.error} />
        <Row>{hide}</Row>
      </>
    )
  return (
    <Note tone={reading.answer.skipped.length ? "fair" : "good"} role="status">
      <Outcome answer={reading.answer} />
      <Row>{hide}</Row>
    </Note>
  )
}

function Outcome({ answer }: { answer: AddedShown }) {
  const t = useWords(kbWords)
  const { lang } = useLang()
  const { number, seconds } = useFormats()
  const counts = [
    answer.added && t.added(number(answer.added)),
    answer.updated && t.updated(number(answer.updated)),
    answer.unchanged && t.unchanged(number(answer.unchanged)),
    answer.duplicates.length && t.duplicates(number(answer.duplicates.length)),
  ].filter(Boolean)
  return (
    <>
      <p>
        {counts.length ? counts.join(lang === "ja" ? "、" : ", ") : t.nothingNew}
        <span className={styles.quiet}> · {t.readIn(seconds(answer.seconds))}</span>
      </p>
      {answer.skipped.length > 0 && <p>{t.skipped(number(answer.skipped.length))}</p>}
      <ul className={styles.told}>
        {[...answer.skipped, ...answer.duplicates].map((one) => (
          <li key={one.name}>
            <strong>{one.name}</strong> {reasonIn(lang, one.reason)}
          </li>
        ))}
      </ul>
    </>
  )
}

function Elapsed({ since }: { since: number }) {
  const t = useWords(kbWords)
  const { number, seconds } = useFormats()
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.max(0, Math.round((now - since) / 1000))
  return <>{passed < 60 ? t.since(number(passed)) : seconds(passed)}</>
}
