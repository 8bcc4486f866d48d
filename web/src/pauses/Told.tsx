import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import { Markdown } from "@/results/shared/Markdown"
import { draftText, isDraft } from "./draft"
import { choiceOf, labelOf } from "./labels"
import { langOf } from "./language"
import styles from "./pauses.module.css"
import { type Fields, fieldsOf, isFields, kindOf, mainField, propertiesOf, type Schema } from "./schema"
import { type Step, Steps } from "./Steps"
import { pauseWords } from "./words"

/** What there is to decide on, to be read. */
export function Told({ schema, value, steps = [] }: { schema: Schema; value: unknown; steps?: Step[] }) {
  const t = useWords(pauseWords)
  const { lang } = useLang()
  if (isDraft(value)) {
    const text = draftText(value, t.draft)
    return (
      // What scrolls must be reached by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={styles.paper} role="group" aria-label={t.shown} tabIndex={0}>
        <Markdown text={text} lang={langOf(text)} level={3} />
      </div>
    )
  }
  const fields = fieldsOf(schema, value)
  return (
    <div className={styles.told}>
      {propertiesOf(schema)
        .filter(([name]) => isTold(fields[name]))
        .map(([name, one]) => (
          <section key={name}>
            <h3>{labelOf(lang, name, one)}</h3>
            <Value name={name} schema={one} value={fields[name]} />
          </section>
        ))}
      {steps.length > 0 && <Steps steps={steps} out={[]} />}
    </div>
  )
}

const isTold = (value: unknown) =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

function Value({ name, schema, value }: { name: string; schema: Schema; value: unknown }) {
  const { lang } = useLang()
  if (Array.isArray(value))
    return (
      <ol className={styles.list}>
        {value.map((one, at) => (
          <li key={at}>
            {isFields(one) ? <Entry schema={schema.items ?? {}} fields={one} /> : choiceOf(lang, name, one)}
          </li>
        ))}
      </ol>
    )
  if (isFields(value)) return <pre className={styles.code}>{JSON.stringify(value, null, 2)}</pre>
  return <p>{choiceOf(lang, name, value)}</p>
}

/** Words that need no name before them. */
const MESSAGE = "message"

/** Its main words, then the rest in small. */
function Entry({ schema, fields }: { schema: Schema; fields: Fields }) {
  const { lang } = useLang()
  const main = mainField(schema)
  const others = propertiesOf(schema).filter(([name, one]) => name !== main && isWorthTelling(one, fields[name]))
  const kinds = others.filter(([, one]) => kindOf(one) === "choice")
  const said = others.filter(([name]) => name === MESSAGE)
  const rest = others.filter((one) => !kinds.includes(one) && !said.includes(one))
  return (
    <>
      <span className={styles.entryHead}>
        {String(fields[main] ?? "")}
        {kinds.map(([name]) => (
          <Badge key={name}>{choiceOf(lang, name, fields[name])}</Badge>
        ))}
      </span>
      {said.map(([name]) => (
        <p key={name} className={styles.hint}>
          {String(fields[name])}
        </p>
      ))}
      {rest.length > 0 && (
        <dl className={styles.aside}>
          {rest.map(([name, one]) => (
            <div key={name}>
              <dt>{labelOf(lang, name, one)}</dt>
              <dd>{briefOf(lang, name, fields[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const isWorthTelling = (schema: Schema, value: unknown) => isTold(value) && kindOf(schema) !== "flag"

const briefOf = (lang: "en" | "ja", name: string, value: unknown): string =>
  Array.isArray(value)
    ? value.map((one) => choiceOf(lang, name, one)).join(lang === "ja" ? "、" : ", ")
    : choiceOf(lang, name, value)
