import { useId, useState } from "react"
import type { Hit } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { Button, Card } from "@/ui"
import styles from "./kb.module.css"
import { excerpt, marked } from "./marking"
import { kbWords } from "./words"

/** A passage around the words that were looked for; opens to all of it. */
export function PassageCard({ hit, words }: { hit: Hit; words: readonly string[] }) {
  const t = useWords(kbWords)
  const { number } = useFormats()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { passage, source } = hit
  const short = excerpt(passage.text, words)
  const isWhole = short === passage.text
  const file = source.uri.split("/").at(-1) ?? ""
  const place = [
    passage.headings.join(" › "),
    passage.page == null ? "" : t.page(number(passage.page)),
    file === source.title ? "" : file,
  ]
  return (
    <Card className={styles.hit}>
      <h3>{source.title || file}</h3>
      <p className={styles.tiny}>{place.filter(Boolean).join(" · ")}</p>
      <blockquote id={id} className={isOpen || isWhole ? styles.open : styles.passage}>
        {marked(isOpen ? passage.text : short, words).map((one, at) =>
          one.hit ? <mark key={at}>{one.text}</mark> : <span key={at}>{one.text}</span>,
        )}
      </blockquote>
      {!isWhole && (
        <Button small look="plain" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t.part : t.whole}
        </Button>
      )}
    </Card>
  )
}
