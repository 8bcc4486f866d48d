import { useId } from "react"
import { Badge, Row, TextArea, type Tone } from "@/ui"
import { useWords } from "@/i18n/words"
import { criticWords } from "../critics"
import styles from "./edits.module.css"
import { bareWords, type Choice, type Decided, type Edit, type EditNote, ownWords } from "./model"
import { editWords } from "./words"

const CHOICES = ["accept", "reject", "edit"] as const
const KEYS = { accept: "a", reject: "r", edit: "e" } as const
const STATES: Record<Choice | "open", Tone> = { accept: "good", edit: "good", reject: "quiet", open: "fair" }
export const GRAVE: Record<EditNote["severity"], Tone> = { critical: "bad", major: "fair", minor: "quiet" }

interface Props {
  edit: Edit
  decided: Decided | undefined
  choice: Choice | undefined
  isCurrent: boolean
  lang: string
  onFocus: () => void
  onChoose: (choice: Choice | undefined) => void
  onWords: (words: string) => void
}

/** One edit: why it is offered, and what becomes of it. */
export function EditCard({ edit, decided, choice, isCurrent, lang, onFocus, onChoose, onWords }: Props) {
  const t = useWords(editWords)
  const head = useId()
  return (
    <article
      className={styles.card}
      aria-labelledby={head}
      data-edit={edit.id}
      data-current={isCurrent || undefined}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys of the list act on the edit that has the focus
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
    >
      <Row id={head}>
        <strong>
          <span className="unseen">{t.edits} </span>
          {edit.id}
        </strong>
        <span className={styles.quiet}>{t.line(edit.line)}</span>
        <Badge tone={STATES[choice ?? "open"]}>{t.states[choice ?? "open"]}</Badge>
      </Row>
      <Reasons edit={edit} lang={lang} />
      <Row className={styles.choices} role="group" aria-label={t.edit(edit.id)}>
        {CHOICES.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.choice}
            data-choice={one}
            aria-pressed={decided?.choice === one}
            aria-keyshortcuts={KEYS[one]}
            onClick={() => onChoose(decided?.choice === one ? undefined : one)}
          >
            {one === "edit" ? t.own : t[one]} <kbd aria-hidden>{KEYS[one]}</kbd>
          </button>
        ))}
      </Row>
      {decided?.choice === "edit" && <Own edit={edit} decided={decided} lang={lang} onWords={onWords} />}
    </article>
  )
}

function Reasons({ edit, lang }: { edit: Edit; lang: string }) {
  const t = useWords(editWords)
  const critics = useWords(criticWords)
  return (
    <>
      {edit.notes.map((note, at) => (
        <div key={note.id || at} className={styles.reason}>
          <Row>
            <Badge tone={GRAVE[note.severity]}>{t.severities[note.severity]}</Badge>
            {note.critic && <span className={styles.quiet}>{critics[note.critic] ?? note.critic}</span>}
          </Row>
          <p lang={lang}>{note.text}</p>
          {note.suggestion && (
            <p lang={lang}>
              <b>{t.suggestion}</b> {note.suggestion}
            </p>
          )}
          {note.question && (
            <p lang={lang} className={styles.ask}>
              <b>{t.question}</b> {note.question}
            </p>
          )}
        </div>
      ))}
      {!edit.notes.length && edit.byRule && <p className={styles.quiet}>{t.correction}</p>}
      {edit.facts.length > 0 && (
        <p className={styles.quiet}>
          {t.facts} <span lang={lang}>{edit.facts.join(" · ")}</span>
        </p>
      )}
    </>
  )
}

function Own({ edit, decided, lang, onWords }: Pick<Props, "edit" | "lang" | "onWords"> & { decided: Decided }) {
  const t = useWords(editWords)
  const hint = useId()
  const isEmpty = ownWords(edit, decided) === undefined
  return (
    <div className={styles.own}>
      <TextArea
        rows={3}
        lang={lang}
        maxLength={4000}
        aria-label={t.ownLabel(edit.id)}
        aria-describedby={hint}
        aria-invalid={isEmpty || undefined}
        value={decided.words ?? bareWords(edit)}
        onChange={(event) => onWords(event.target.value)}
      />
      <p id={hint} className={isEmpty ? styles.wrong : styles.quiet}>
        {isEmpty ? t.ownEmpty : t.ownHint}
      </p>
    </div>
  )
}
