import { Link } from "wouter"
import type { KbShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Card, Empty, Failed, Loading, Stack } from "@/ui"
import { useBases } from "./asking"
import styles from "./kb.module.css"
import { MakeBase } from "./MakeBase"
import { kbWords } from "./words"

/** The knowledge bases that there are, and the making of another. */
export function BasesPage() {
  const t = useWords(kbWords)
  useTitle(t.title)
  const { data, error, mutate } = useBases()
  return (
    <Stack className={styles.page}>
      <header className={styles.top}>
        <h1>{t.title}</h1>
        <p className={styles.quiet}>{t.about}</p>
      </header>
      <Card>
        <MakeBase />
      </Card>
      {error ? <Failed error={error} again={() => void mutate()} /> : data ? <Lists bases={data} /> : <Loading />}
    </Stack>
  )
}

function Lists({ bases }: { bases: readonly KbShown[] }) {
  const t = useWords(kbWords)
  const own = bases.filter((one) => !one.folder)
  const mirrors = bases.filter((one) => one.folder)
  return (
    <>
      <section className={styles.section}>
        <h2>{t.own}</h2>
        {own.length ? <List bases={own} /> : <Empty>{t.none}</Empty>}
      </section>
      {mirrors.length > 0 && (
        <section className={styles.section}>
          <h2>{t.mirrors}</h2>
          <p className={styles.quiet}>{t.mirrorsAbout}</p>
          <List bases={mirrors} />
        </section>
      )}
    </>
  )
}

function List({ bases }: { bases: readonly KbShown[] }) {
  const t = useWords(kbWords)
  const { number } = useFormats()
  return (
    <ul className={styles.bases}>
      {bases.map((one) => (
        <li key={one.name}>
          <Link href={`/kb/${encodeURIComponent(one.name)}`} className={styles.base}>
            <span className={styles.name}>{one.folder ? one.folder.split("/").at(-1) : one.name}</span>
            <span className={styles.quiet}>
              {t.documents(number(one.documents))} · {t.passages(number(one.passages))}
            </span>
            {one.folder && <span className={styles.tiny}>{one.folder}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
