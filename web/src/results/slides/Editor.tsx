import { useState } from "react"
import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { EditBox, type Form, Refused } from "./EditBox"
import styles from "./edit.module.css"
import { editWords } from "./editWords"
import { Preset } from "./Preset"
import { resultOf, type Shot } from "./shots"
import type { Editing } from "./useEditing"
import { wishFor } from "./wishes"

interface EditorProps {
  shot: Shot
  newest: RunDetail
  editing: Editing
  isWaiting: boolean
}

/** A box for the slide that is looked at, and one for the whole deck. */
export function Editor({ shot, newest, editing, isWaiting }: EditorProps) {
  const t = useWords(editWords)
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  const draft = (id: string) => ({
    draft: drafts[id] ?? "",
    onDraft: (words: string) => setDrafts((all) => ({ ...all, [id]: words })),
  })
  const send = (words: string) => editing.send(words)
  const isForeign = resultOf(newest)?.foreign ?? false
  return (
    <section className={styles.editor} aria-labelledby="deck-change">
      <h3 id="deck-change">{t.change}</h3>
      <EditBox
        {...{ editing, isWaiting }}
        {...draft(shot.id)}
        label={t.wish(shot.number)}
        placeholder={t.placeholder}
        button={t.send}
        onSend={(words) => send(wishFor(shot.number, words))}
        forms={formsFor(shot, isForeign, t)}
      />
      <Preset newest={newest} editing={editing} />
      <Refused editing={editing} />
      <details className={styles.whole}>
        <summary>{t.changeAll}</summary>
        <EditBox
          {...{ editing, isWaiting }}
          {...draft("")}
          label={t.wishAll}
          placeholder={t.placeholderAll}
          button={t.sendAll}
          onSend={send}
          forms={[]}
        />
      </details>
    </section>
  )
}

type Words = (typeof editWords)["en"]

/** What can be said of this slide without a model. */
export function formsFor({ slide }: Shot, isForeign: boolean, t: Words): Form[] {
  return [
    { name: t.formTitle, text: t.inTitle + slide.title },
    ...(slide.message ? [{ name: t.formMessage, text: t.inMessage + slide.message }] : []),
    { name: t.formNotes, text: t.inNotes + slide.notes },
    { name: t.formReplace, text: t.inReplace },
    ...(slide.chart && !isForeign ? [{ name: t.formChart, text: t.inChart }] : []),
    { name: t.formMove, text: t.inMove },
    { name: t.formDelete, text: t.inDelete },
  ]
}
