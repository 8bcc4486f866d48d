import useSWR from "swr"
import type { EventOf, LiveRun } from "@/live/state"
import { useWords } from "@/i18n/words"
import type { ResultProps } from "../props"
import { isAtWork } from "./lineage"
import styles from "./deck.module.css"
import { deckWords } from "./words"

interface Outline {
  slides: { kind: string; title: string; message: string }[]
}

/** What there is of a deck while it is made: its outline, its pictures as they come, and in the end its slides. */
export function AtWork({ run, live }: ResultProps) {
  const t = useWords(deckWords)
  const outline = useOutline(run.id, live)
  const lang = live.lang || run.lang
  const pictures = newestOf(live.artifacts.filter((one) => /^(slide|picture)-[\w.-]+\.(png|jpe?g)$/.test(one.name)))
  const slides = pictures.filter((one) => one.name.startsWith("slide-"))
  const others = pictures.filter((one) => !one.name.startsWith("slide-"))
  const isComing = isAtWork(run.status) || run.status === "paused"
  return (
    <div className={styles.atWork}>
      {slides.length > 0 && <Gallery title={t.pictures} runId={run.id} files={slides} />}
      {others.length > 0 && <Gallery title={t.drawnSoFar} runId={run.id} files={others} />}
      {run.mode !== "edit" && (outline || isComing) && (
        <section>
          <h3>{t.outline}</h3>
          {outline ? <Titles outline={outline} lang={lang} /> : <p className={styles.quiet}>{t.outlineComes}</p>}
        </section>
      )}
    </div>
  )
}

function Titles({ outline, lang }: { outline: Outline; lang: string }) {
  const t = useWords(deckWords)
  return (
    <ol className={styles.outline}>
      {outline.slides.map((one, n) => (
        <li key={n}>
          <span lang={lang}>{one.title}</span> <span className={styles.quiet}>{t.kinds[one.kind] ?? one.kind}</span>
          {one.message && (
            <p className={styles.quiet} lang={lang}>
              {one.message}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

type File = EventOf<"artifact">

const addressOf = (runId: string, { name, version }: File) =>
  `/api/runs/${runId}/artifacts/${encodeURIComponent(name)}?version=${version}`

function Gallery({ title, runId, files }: { title: string; runId: string; files: File[] }) {
  const t = useWords(deckWords)
  // `slide-03.png`, `picture-s-03.png`
  const nameOf = (name: string) => t.pictureOf(Number(/(\d+)[^\d]*\.\w+$/.exec(name)?.[1] ?? 0))
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.gallery}>
        {files.map((one) => (
          <li key={one.name}>
            <img src={addressOf(runId, one)} alt={nameOf(one.name)} width={320} height={180} loading="lazy" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function newestOf(files: File[]): File[] {
  return [...new Map(files.map((one) => [one.name, one])).values()]
}

/** The outline in its latest version; undefined before it is written. */
function useOutline(runId: string, live: LiveRun): Outline | undefined {
  const file = live.artifacts.findLast((one) => one.name === "outline.json")
  return useSWR<Outline>(file ? addressOf(runId, file) : null, async (url: string) => {
    const answer = await fetch(url)
    const read = (await answer.json()) as Partial<Outline>
    return { slides: read.slides ?? [] }
  }).data
}
