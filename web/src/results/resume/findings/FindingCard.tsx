import { useWords } from "@/i18n/words"
import { Badge, Row } from "@/ui"
import { criticWords } from "../critics"
import { GRAVE } from "../edits/EditCard"
import { editWords } from "../edits/words"
import type { Answers } from "../facts/answers"
import { QuestionBox } from "../facts/QuestionBox"
import styles from "./findings.module.css"
import type { Shown } from "./findings"
import { findingWords } from "./words"

export interface FindingProps {
  shown: Shown
  /** The edit that answers it. */
  edit: string | undefined
  lang: string
  answers: Answers
  onAnswer: (question: string, words: string) => void
  onEdit: (id: string) => void
}

/** What a critic says about a place, and what would mend it. */
export function FindingCard({ shown, edit, lang, answers, onAnswer, onEdit }: FindingProps) {
  const t = useWords(findingWords)
  const { finding } = shown
  return (
    <article className={styles.card} data-finding={finding.id}>
      <Head shown={shown} lang={lang} />
      {finding.quote && shown.start === undefined && (
        <blockquote lang={lang} className={styles.quote}>
          {finding.quote}
        </blockquote>
      )}
      <p lang={lang}>{finding.text}</p>
      {finding.suggestion && (
        <p>
          <b className={styles.name}>{t.suggestion}</b> <span lang={lang}>{finding.suggestion}</span>
        </p>
      )}
      {finding.question && (
        <>
          <b className={styles.name}>{t.question}</b>
          <QuestionBox
            question={finding.question}
            lang={lang}
            value={answers[finding.question] ?? ""}
            onChange={(words) => onAnswer(finding.question, words)}
          />
        </>
      )}
      {edit && (
        <p>
          <button type="button" className={styles.link} onClick={() => onEdit(edit)}>
            {t.answeredBy(edit)}
          </button>
        </p>
      )}
    </article>
  )
}

function Head({ shown, lang }: { shown: Shown; lang: string }) {
  const t = useWords(findingWords)
  const critics = useWords(criticWords)
  const severities = useWords(editWords).severities
  const { finding, iteration } = shown
  const line = finding.place?.line
  const place = line === undefined ? "" : iteration === 1 ? t.line(line) : t.ofRound(line, iteration)
  const by = finding.by === "rule" ? t.byRules : ""
  const about = [critics[finding.critic] ?? finding.critic, by, place, ...shown.again.map(t.again)]
  return (
    <Row>
      <Badge tone={GRAVE[finding.severity]}>{severities[finding.severity]}</Badge>
      {shown.criterion && <strong lang={lang}>{shown.criterion}</strong>}
      <span className={styles.quiet}>{about.filter(Boolean).join(" · ")}</span>
    </Row>
  )
}
