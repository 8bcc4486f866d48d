import { useState } from "react"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import type { Event, EventOf } from "@/live/state"
import { Button } from "@/ui"
import { type Group, grouped, isOwn } from "./grouped"
import { NoteLine } from "./NoteLine"
import styles from "./work.module.css"
import { workWords } from "./workWords"

/** More of them are shown on demand; while the work goes on the latest are seen. */
const MOST = 30
const MOST_LIVE = 10
/** So many are looked at to find them: a step may have thousands. */
const LOOKED = 200

interface NotesProps {
  notes: readonly Event[]
  lang: string
  runId: string
  isLive: boolean
}

/** What a step did, in the order it came. */
export function Notes({ notes, lang, runId, isLive }: NotesProps) {
  const t = useWords(workWords)
  const [isAll, setAll] = useState(false)
  const groups = grouped(isAll ? notes : notes.slice(-LOOKED))
  const hidden = isAll ? 0 : Math.max(0, groups.length - (isLive ? MOST_LIVE : MOST))
  return (
    <>
      {(hidden > 0 || (!isAll && notes.length > LOOKED)) && (
        <Button small look="plain" onClick={() => setAll(true)}>
          {t.all(notes.length)}
        </Button>
      )}
      <ul className={styles.notes}>
        {groups.slice(hidden).map((group) => (
          <Shown key={group.seq} {...{ group, notes, lang, runId }} />
        ))}
      </ul>
    </>
  )
}

type ShownProps = Pick<NotesProps, "notes" | "lang" | "runId"> & { group: Group }

function Shown({ group, notes, lang, runId }: ShownProps) {
  if (group.type === "one") return <NoteLine note={group.note} lang={lang} notes={notes} />
  return (
    <li className={styles.note} data-type={group.type} data-count={group.notes.length}>
      {group.type === "source" ? (
        <Sources notes={group.notes} lang={lang} />
      ) : (
        <FilesMade notes={group.notes} runId={runId} />
      )}
    </li>
  )
}

function Sources({ notes, lang }: { notes: EventOf<"source">[]; lang: string }) {
  const t = useWords(workWords)
  return (
    <details>
      <summary>{t.sources(notes.length)}</summary>
      <ul className={styles.list} lang={lang}>
        {notes.map((note) => (
          <li key={note.seq}>
            {/^https?:\/\//.test(note.uri) ? (
              <a href={note.uri} rel="noreferrer" target="_blank">
                {note.title}
              </a>
            ) : (
              note.title
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function FilesMade({ notes, runId }: { notes: EventOf<"artifact">[]; runId: string }) {
  const t = useWords(workWords)
  const f = useFormats()
  const shown = notes.filter((note) => !isOwn(note.name))
  if (!shown.length) return <span className={styles.quiet}>{t.files(notes.length)}</span>
  return (
    <details open={shown.length <= 4}>
      <summary>{t.files(shown.length)}</summary>
      <ul className={styles.list}>
        {shown.map((note) => (
          <li key={note.seq}>
            <a href={`/api/runs/${runId}/artifacts/${encodeURIComponent(note.name)}?version=${note.version}`}>
              {note.name}
            </a>{" "}
            <span className={styles.quiet}>
              {note.version > 1 && `${t.version(note.version)} · `}
              {f.bytes(note.size)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
