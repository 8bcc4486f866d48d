import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { useKept } from "@/pauses/kept"
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
  const draft = useDrafts(newest)
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

/** Words by slide that are not sent yet; they outlive a reload, and edits of the deck. */
function useDrafts(newest: RunDetail) {
  const first = resultOf(newest)?.versions[0]?.run_id || newest.id
  const [drafts, keep] = useKept<Record<string, string>>(`deck.${first}`, {})
  return (id: string) => ({
    draft: drafts[id] ?? "",
    onDraft: (change: (was: string) => string) =>
      keep(({ [id]: was = "", ...others }) => {
        const words = change(was)
        return words ? { ...others, [id]: words } : others
      }),
  })
}

type Words = (typeof editWords)["en"]

/** What can be said of this slide without a model. */
function formsFor({ slide }: Shot, isForeign: boolean, t: Words): Form[] {
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
