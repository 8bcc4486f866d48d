import useSWR from "swr"
import type { ArtifactShown } from "@/api/types/server"
import { problemOf } from "@/api/client"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Markdown } from "@/results/shared/Markdown"
import { Failed, Loading } from "@/ui"
import { rowsOf } from "./csv"
import styles from "./files.module.css"
import { wayOf } from "./newest"
import { filesWords } from "./words"

interface Props {
  file: ArtifactShown
  runId: string
  lang: string
}

const MOST_ROWS = 500

/** A file in place: what is read is text of the page, what is more than text stands in a frame that can do nothing. */
export function FileView(props: Props) {
  const t = useWords(filesWords)
  const { file } = props
  const way = wayOf(file)
  if (way === "image") return <img className={styles.image} src={file.url} alt={file.name} />
  if (way !== "frame") return <Read {...props} />
  const isPdf = file.media_type.startsWith("application/pdf")
  return (
    <div className={styles.view}>
      {/* The browser's own reader of PDF does not work in a sandbox; the server sends both with a policy. */}
      <iframe
        className={styles.frame}
        src={file.url}
        title={t.frame(file.name)}
        {...(isPdf ? {} : { sandbox: "" })}
        loading="lazy"
      />
      <a href={file.url} target="_blank" rel="noreferrer">
        {t.open}
      </a>
    </div>
  )
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw problemOf(answer.status, await answer.json().catch(() => undefined))
  return answer.text()
}

function Read({ file, runId, lang }: Props) {
  // A version of a file never changes.
  const { data, error, mutate } = useSWR(file.url, textOf, { revalidateOnFocus: false, revalidateIfStale: false })
  if (error) return <Failed error={error} again={() => void mutate()} />
  if (data === undefined) return <Loading />
  const way = wayOf(file)
  return (
    <div className={styles.view}>
      {way === "markdown" ? (
        <Markdown
          text={data.replace(/^---\n[\s\S]*?\n---\n/, (head) => `\`\`\`yaml\n${head}\`\`\`\n`)}
          lang={lang}
          level={4}
          picture={(src) => (/^[\w.-]+$/.test(src) ? `/api/runs/${runId}/artifacts/${src}` : undefined)}
        />
      ) : way === "csv" ? (
        <Csv text={data} separator={file.name.endsWith(".tsv") ? "\t" : ","} />
      ) : (
        <Plain text={way === "json" ? pretty(data) : data} name={file.name} />
      )}
    </div>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Plain({ text, name }: { text: string; name: string }) {
  return (
    // A region that scrolls must be reached by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles.plain} tabIndex={0} aria-label={name}>
      {text}
    </pre>
  )
}

function Csv({ text, separator }: { text: string; separator: "," | "\t" }) {
  const t = useWords(filesWords)
  const { number } = useFormats()
  const [head = [], ...rows] = rowsOf(text, separator)
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.table} role="group" aria-label={t.kind("x.csv", "")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((one, n) => (
                <th key={n} scope="col">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row, n) => (
              <tr key={n}>
                {row.map((one, at) => (
                  <td key={at}>{one}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_ROWS && <p className={styles.about}>{t.rows(number(MOST_ROWS), number(rows.length))}</p>}
    </>
  )
}
