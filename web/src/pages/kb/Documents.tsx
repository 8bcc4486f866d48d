import { useState } from "react"
import type { DocumentShown, KbShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Button, Empty, Failed, Field, Input, Loading } from "@/ui"
import { Confirm } from "@/ui/Confirm"
import { removeDocument, useDocuments } from "./asking"
import { DocumentRow } from "./DocumentRow"
import styles from "./kb.module.css"
import { kbWords } from "./words"

const AT_ONCE = 100
const FILTERED_FROM = 12
const FIRST = { skipped: 0, duplicate: 1, indexed: 2 }

/** What is in a base; what could not be read stands first. */
export function Documents({ base, busy }: { base: KbShown; busy: boolean }) {
  const t = useWords(kbWords)
  const { data, error, mutate } = useDocuments(base.name, busy)
  return (
    <section className={styles.section}>
      <h2>{t.list}</h2>
      {error ? (
        <Failed error={error} again={() => void mutate()} />
      ) : !data ? (
        <Loading />
      ) : data.length ? (
        <Listed base={base} documents={data} />
      ) : (
        <Empty>{base.folder ? t.emptyMirror : t.empty}</Empty>
      )}
    </section>
  )
}

function Listed({ base, documents }: { base: KbShown; documents: readonly DocumentShown[] }) {
  const t = useWords(kbWords)
  const { number } = useFormats()
  const [words, setWords] = useState("")
  const [most, setMost] = useState(AT_ONCE)
  const [leaving, setLeaving] = useState<DocumentShown>()
  const wanted = words.trim().toLowerCase()
  const found = documents
    .filter((one) => `${one.name} ${one.title}`.toLowerCase().includes(wanted))
    .sort((a, b) => FIRST[a.status] - FIRST[b.status] || a.name.localeCompare(b.name))
  const rest = found.length - most
  return (
    <>
      {documents.length >= FILTERED_FROM && (
        <Field label={t.filter}>
          {(tied) => <Input {...tied} type="search" value={words} onChange={(event) => setWords(event.target.value)} />}
        </Field>
      )}
      {found.length ? (
        <Table documents={found.slice(0, most)} onRemove={base.folder ? undefined : setLeaving} />
      ) : (
        <Empty>{t.noMatch}</Empty>
      )}
      {rest > 0 && <Button onClick={() => setMost(most + AT_ONCE)}>{t.more(number(Math.min(rest, AT_ONCE)))}</Button>}
      {leaving && (
        <Confirm
          question={t.removeDocument(leaving.name)}
          about={t.removeDocumentAbout}
          yes={t.removeYes}
          onYes={async () => {
            await removeDocument(base.name, leaving.id)
            setLeaving(undefined)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

function Table({
  documents,
  onRemove,
}: {
  documents: readonly DocumentShown[]
  onRemove: ((one: DocumentShown) => void) | undefined
}) {
  const t = useWords(kbWords)
  return (
    <table className={styles.table}>
      <caption className="unseen">{t.list}</caption>
      <thead>
        <tr>
          <th scope="col">{t.document}</th>
          <th scope="col" className={styles.more}>
            {t.kind}
          </th>
          <th scope="col" className={styles.more}>
            {t.language}
          </th>
          <th scope="col" className={styles.more}>
            {t.size}
          </th>
          <th scope="col">{t.state}</th>
          {onRemove && (
            <th scope="col">
              <span className="unseen">{t.action}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {documents.map((one) => (
          <DocumentRow key={one.id} document={one} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  )
}
