import { Link } from "wouter"
import type { KbShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { ButtonLink, Failed, Loading, Row, Stack } from "@/ui"
import { AddDocuments } from "./AddDocuments"
import { useBase } from "./asking"
import { DeleteBase } from "./DeleteBase"
import { Documents } from "./Documents"
import styles from "./kb.module.css"
import { Quality } from "./Quality"
import { isUnderWay, useReadings } from "./reading"
import { Search } from "./Search"
import { kbWords } from "./words"

/** One knowledge base: what it answers, what is in it, how good it is. */
export function BasePage({ name }: { name: string }) {
  const t = useWords(kbWords)
  useTitle(name)
  const busy = useReadings(name).shown.some(isUnderWay)
  const { data, error, mutate } = useBase(name, busy)
  return (
    <Stack className={styles.page}>
      <p>
        <Link href="/kb">{t.back}</Link>
      </p>
      {data ? (
        <Shown base={data} busy={busy} />
      ) : error ? (
        <>
          <h1>{name}</h1>
          <Failed error={error} again={() => void mutate()} />
        </>
      ) : (
        <Loading />
      )}
    </Stack>
  )
}

function Shown({ base, busy }: { base: KbShown; busy: boolean }) {
  const t = useWords(kbWords)
  return (
    <>
      <Row apart>
        <Head base={base} />
        <Row>
          {base.passages > 0 && (
            <ButtonLink href={`/?team=research&kb=${encodeURIComponent(base.name)}`} look="main">
              {t.ask}
            </ButtonLink>
          )}
          <DeleteBase base={base} />
        </Row>
      </Row>
      <div className={styles.columns}>
        <Stack className={styles.wide}>
          {base.passages > 0 && <Search name={base.name} />}
          {!base.folder && <AddDocuments name={base.name} />}
          <Documents base={base} busy={busy} />
        </Stack>
        {base.documents > 0 && <Quality name={base.name} />}
      </div>
    </>
  )
}

function Head({ base }: { base: KbShown }) {
  const t = useWords(kbWords)
  const { number } = useFormats()
  return (
    <header className={styles.top}>
      <h1>{base.name}</h1>
      <p className={styles.quiet}>
        {t.documents(number(base.documents))} · {t.passages(number(base.passages))} ·{" "}
        {base.model ? t.byModel(base.model) : t.byWords}
      </p>
      {base.folder && <p className={styles.tiny}>{t.follows(base.folder)}</p>}
    </header>
  )
}
