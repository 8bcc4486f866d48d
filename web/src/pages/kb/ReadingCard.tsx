import type { OutcomeShown, ReadingShown } from "@/api/types/server"
import { Problem } from "@/api/client"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Button, Failed, Meter, Note, Row } from "@/ui"
import styles from "./kb.module.css"
import { reasonIn } from "./reasons"
import { kbWords } from "./words"

/** One reading: how far it has come, or what came of it. */
export function ReadingCard({ reading, onHide }: { reading: ReadingShown; onHide: () => void }) {
  const t = useWords(kbWords)
  const hide = (
    <Row>
      <Button small onClick={onHide}>
        {t.hide}
      </Button>
    </Row>
  )
  if (reading.problem) {
    const { error, message, hint } = reading.problem
    return (
      <>
        <Failed error={new Problem(STATUS, error, message, hint ?? "")} />
        {hide}
      </>
    )
  }
  if (!reading.outcome) return <UnderWay reading={reading} />
  return (
    <Note tone={reading.outcome.skipped.length ? "fair" : "good"} role="status">
      <Outcome outcome={reading.outcome} />
      {hide}
    </Note>
  )
}

/** The problem of a reading has come with an answer that was none. */
const STATUS = 500

function UnderWay({ reading }: { reading: ReadingShown }) {
  const t = useWords(kbWords)
  const { number, seconds } = useFormats()
  const { done, name } = reading
  const total = reading.total || reading.files
  const passed = Math.round(reading.seconds)
  return (
    <Note tone="live">
      <p role="status">{t.reading(number(reading.files))}</p>
      <Meter value={done / total} label={t.readSoFar(number(done), number(total))} />
      <p className={styles.readSoFar}>
        <span>{t.readSoFar(number(done), number(total))}</span>
        <span>{passed < 60 ? t.since(number(passed)) : seconds(passed)}</span>
        {name && <span className={styles.lastRead}>{t.lastRead(name)}</span>}
      </p>
      <p className={styles.quiet}>{t.readingAbout}</p>
    </Note>
  )
}

function Outcome({ outcome }: { outcome: OutcomeShown }) {
  const t = useWords(kbWords)
  const { lang } = useLang()
  const { number, seconds } = useFormats()
  const counts = [
    outcome.added && t.added(number(outcome.added)),
    outcome.updated && t.updated(number(outcome.updated)),
    outcome.unchanged && t.unchanged(number(outcome.unchanged)),
    outcome.duplicates.length && t.duplicates(number(outcome.duplicates.length)),
  ].filter(Boolean)
  return (
    <>
      <p>
        {counts.length ? counts.join(lang === "ja" ? "、" : ", ") : t.nothingNew}
        <span className={styles.quiet}> · {t.readIn(seconds(outcome.seconds))}</span>
      </p>
      {outcome.skipped.length > 0 && <p>{t.skipped(number(outcome.skipped.length))}</p>}
      <ul className={styles.told}>
        {[...outcome.skipped, ...outcome.duplicates].map((one) => (
          <li key={one.name}>
            <strong>{one.name}</strong> {reasonIn(lang, one.reason)}
          </li>
        ))}
      </ul>
    </>
  )
}
