import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { isJudged } from "@/live/judged"
import { langOf } from "@/pauses/language"
import { Markdown } from "@/results/shared/Markdown"
import { Badge, Note } from "@/ui"
import { type Block, type Done, doneBy, type Told } from "./blocks"
import styles from "./chat.module.css"
import { chatWords } from "./words"

/** How the work went, folded: roles with what they said of it, the plan, what they wrote and thought. */
export function Work({ block, before }: { block: Block; before: Told[] }) {
  const t = useWords(chatWords)
  const done = doneBy(block.roles, before)
  const warnings = [...new Set([...block.warnings, ...block.budgets].map(wordsOf))].filter(Boolean)
  return (
    <>
      {done.length > 0 && (
        <details className={styles.work}>
          <summary>
            {t.how} <span className={styles.quiet}>{t.steps(block.roles.length || done.length)}</span>
          </summary>
          <div className={styles.inner}>
            <ol className={styles.roles}>
              {done.map((one) => (
                <Role key={one.role} done={one} told={before.filter((told) => told.role === one.role)} />
              ))}
            </ol>
            <Plan steps={block.plan} />
            <Figures block={block} />
          </div>
        </details>
      )}
      {warnings.map((words) => (
        <Note key={words}>
          <p lang={langOf(words)}>{words}</p>
        </Note>
      ))}
    </>
  )
}

const wordsOf = (one: object): string => ("message" in one && typeof one.message === "string" ? one.message : "")

function Role({ done, told }: { done: Done; told: Told[] }) {
  const t = useWords(chatWords)
  const names = useNames()
  const { seconds } = useFormats()
  const name = names.node(done.role)
  const about = [done.times > 1 && t.times(done.times), done.seconds > 0 && seconds(done.seconds)].filter(Boolean)
  return (
    <li>
      <span>{name}</span> <span className={styles.quiet}>{[...about, ...done.summaries].join(" · ")}</span>
      {told.map((one) => (
        <details key={one.id} className={styles.told}>
          <summary>{one.kind === "reasoning" ? t.thought(name) : t.wrote(name)}</summary>
          <Markdown text={one.words} lang={langOf(one.words)} level={4} />
        </details>
      ))}
    </li>
  )
}

function Plan({ steps }: { steps: Block["plan"] }) {
  const t = useWords(chatWords)
  const lines = steps.map((step) => [step.title, step.text, step.query].find((one) => typeof one === "string"))
  const told = lines.filter((line): line is string => Boolean(line))
  if (!told.length) return null
  return (
    <div>
      <h3 className={styles.label}>{t.plan}</h3>
      <ol>
        {told.map((line, at) => (
          <li key={at} lang={langOf(line)}>
            {line}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** What can be counted of the work. */
function Figures({ block }: { block: Block }) {
  const t = useWords(chatWords)
  const names = useNames()
  const { number } = useFormats()
  const failed = block.searches.filter((one) => one.error).length
  const found = block.searches.reduce((sum, one) => sum + one.found, 0)
  return (
    <p className={styles.figures}>
      {block.searches.length > 0 && <Badge>{t.searches(block.searches.length, found)}</Badge>}
      {failed > 0 && <Badge tone="fair">{t.searchFailed(failed)}</Badge>}
      {block.findings.length > 0 && <Badge>{t.findings(block.findings.length)}</Badge>}
      {block.scores.map((one, at) => (
        <Badge key={at}>
          {names.score(one.name)}{" "}
          {isJudged(block, one) ? `${number(one.value)} / ${number(one.scale)}` : t.measured(number(one.value))}
        </Badge>
      ))}
    </p>
  )
}
