import { useState } from "react"
import { Link } from "wouter"
import type { ArtifactShown, RunBrief } from "@/api/types/server"
import type { Version } from "@/api/types/slides"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Badge, Button, Dialog, Row } from "@/ui"
import { Compare } from "./Compare"
import { editWords } from "./editWords"
import type { Shot } from "./shots"
import styles from "./versions.module.css"

interface VersionsProps {
  versions: Version[]
  shots: Shot[]
  /** Files of the newest run, which holds the deck of every version. */
  files: ArtifactShown[]
  lang: string
  /** The run whose page this is. */
  runId: string
  /** Whether the first version was given, and made by no run. */
  isForeign: boolean
  times: ReadonlyMap<string, string>
  others: RunBrief[]
  /** Absent while a change is at work. */
  onRestore: ((version: number) => void) | undefined
}

/** All versions of the deck: what was wished, what it changed, the file; older ones to compare and to take back. */
export function Versions({ versions, others, onRestore, ...rest }: VersionsProps) {
  const t = useWords(editWords)
  const [asked, setAsked] = useState(0)
  const newest = versions.at(-1)?.number ?? 0
  return (
    <section aria-labelledby="deck-versions">
      <h3 id="deck-versions">{t.versions}</h3>
      <ol className={styles.versions} reversed>
        {versions.toReversed().map((one) => (
          <Line
            key={one.number}
            {...rest}
            version={one}
            isNewest={one.number === newest}
            onAsk={onRestore && (() => setAsked(one.number))}
          />
        ))}
      </ol>
      {others.length > 0 && <Others others={others} />}
      <Dialog open={asked > 0} onClose={() => setAsked(0)} label={t.restoreTitle(asked)}>
        <h2>{t.restoreTitle(asked)}</h2>
        <p className={styles.asked}>{t.restoreSaid(newest, newest + 1)}</p>
        <Row>
          <Button
            look="main"
            onClick={() => {
              onRestore?.(asked)
              setAsked(0)
            }}
          >
            {t.yes}
          </Button>
          <Button onClick={() => setAsked(0)}>{t.no}</Button>
        </Row>
      </Dialog>
    </section>
  )
}

interface LineProps extends Pick<VersionsProps, "shots" | "files" | "lang" | "runId" | "isForeign" | "times"> {
  version: Version
  isNewest: boolean
  onAsk: (() => void) | undefined
}

function Line({ version, isNewest, isForeign, shots, lang, times, ...rest }: LineProps) {
  const t = useWords(editWords)
  const [isOpen, setOpen] = useState(false)
  const isMade = version.number > 1 || !isForeign
  const isOwn = isMade && version.run_id === rest.runId
  return (
    <li className={styles.version}>
      <div className={styles.versionHead}>
        <p>
          <strong>{t.versionNumber(version.number)}</strong> {isNewest && <Badge tone="live">{t.isNewest}</Badge>}{" "}
          {isOwn && <Badge>{t.fromThisRun}</Badge>}
        </p>
        <Made version={version} time={isMade ? times.get(version.run_id) : undefined} />
      </div>
      <p lang={lang} className={styles.wished}>
        {version.what}
      </p>
      <p lang={lang} className={styles.quiet}>
        {version.told}
      </p>
      <Deeds
        {...rest}
        version={version}
        isOlder={!isNewest}
        isOpen={isOpen}
        onOpen={isMade ? () => setOpen(!isOpen) : undefined}
      />
      {isOpen && !isNewest && <Compare version={version} after={shots} lang={lang} />}
    </li>
  )
}

interface DeedsProps extends Pick<LineProps, "version" | "files" | "runId" | "onAsk"> {
  isOlder: boolean
  isOpen: boolean
  onOpen: (() => void) | undefined
}

/** What can be done with a version. */
function Deeds({ version: { number, run_id }, files, runId, onAsk, isOlder, isOpen, onOpen }: DeedsProps) {
  const t = useWords(editWords)
  const file = files.find((one) => one.name === "deck.pptx" && one.version === number)
  return (
    <Row>
      {file && (
        <a className={styles.file} href={`${file.url}&download=true`} aria-label={t.download(number)}>
          {t.downloadShort}
        </a>
      )}
      {isOlder && onOpen && (
        <Button small aria-expanded={isOpen} aria-label={t.compare(number)} onClick={onOpen}>
          {t.compareShort}
        </Button>
      )}
      {isOlder && (
        <Button small aria-label={t.restore(number)} disabled={!onAsk} onClick={onAsk}>
          {t.restoreShort}
        </Button>
      )}
      {run_id && run_id !== runId && (
        <Link href={`/runs/${run_id}`} className={styles.link} aria-label={t.runOf(number)}>
          {t.toRun}
        </Link>
      )}
    </Row>
  )
}

/** When it was made: to the minute where that is known, else the day. */
function Made({ version, time }: { version: Version; time: string | undefined }) {
  const formats = useFormats()
  const { lang } = useLang()
  const day = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" })
  const shown = time ? formats.time(time) : version.made && day.format(new Date(version.made))
  return <time className={styles.quiet}>{shown}</time>
}

function Others({ others }: { others: RunBrief[] }) {
  const t = useWords(editWords)
  return (
    <div className={styles.others}>
      <h4>{t.others}</h4>
      <p className={styles.quiet}>{t.othersSaid}</p>
      <ul>
        {others.map((one) => (
          <li key={one.id} lang={one.lang}>
            <Link href={`/runs/${one.id}`}>{one.title}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
