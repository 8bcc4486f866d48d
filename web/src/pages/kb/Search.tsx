import { type FormEvent, useState } from "react"
import { useSearchParams } from "wouter"
import type { Hit } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Button, Empty, Failed, Field, Input, Loading } from "@/ui"
import { useHits } from "./asking"
import styles from "./kb.module.css"
import { wordsOf } from "./marking"
import { PassageCard } from "./PassageCard"
import { kbWords } from "./words"

/** Asks a base; the words stand in the address, so that a search can be handed on. */
export function Search({ name }: { name: string }) {
  const t = useWords(kbWords)
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get("q") ?? ""
  const [words, setWords] = useState(asked)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setParameters(words.trim() ? { q: words.trim() } : {})
  }
  return (
    <section className={styles.section}>
      <h2>{t.search}</h2>
      <form role="search" className={styles.ask} onSubmit={submit}>
        <Field label={t.searchLabel} hint={t.searchHint}>
          {(tied) => <Input {...tied} type="search" value={words} onChange={(event) => setWords(event.target.value)} />}
        </Field>
        <Button type="submit">{t.search}</Button>
      </form>
      {asked && <Found name={name} question={asked} />}
    </section>
  )
}

function Found({ name, question }: { name: string; question: string }) {
  const t = useWords(kbWords)
  const { number } = useFormats()
  const { data, error, mutate } = useHits(name, question)
  if (error) return <Failed error={error} again={() => void mutate()} />
  if (!data) return <Loading />
  return (
    <>
      <p role="status" className={styles.quiet}>
        {data.length ? t.found(number(data.length)) : ""}
      </p>
      {data.length ? <Hits hits={data} words={wordsOf(question)} /> : <Empty>{t.nothing}</Empty>}
    </>
  )
}

function Hits({ hits, words }: { hits: readonly Hit[]; words: readonly string[] }) {
  return (
    <ol className={styles.hits}>
      {hits.map((one) => (
        <li key={one.passage.id}>
          <PassageCard hit={one} words={words} />
        </li>
      ))}
    </ol>
  )
}
