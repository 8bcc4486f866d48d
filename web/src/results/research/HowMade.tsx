import type { Cost, HowMade as Made, Report } from "@/api/types/research"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import styles from "./report.module.css"
import { reportWords } from "./reportWords"
import { sectionId } from "./sections"
import table from "./table.module.css"
import { researchWords } from "./words"

/** Who made the report, from what, and what it cost; in the language of the pages, as it is about the work. */
export function HowMade({ report }: { report: Report }) {
  const t = useWords(researchWords)
  const { lang } = useLang()
  const made = report.how_made
  if (!made) return null
  return (
    <section className={styles.made}>
      <h3 id={sectionId("howMade")}>{reportWords[report.lang].howMade}</h3>
      <div lang={lang} className={styles.how}>
        <Figures made={made} />
        {made.costs.length > 0 && (
          <details className={styles.fold}>
            <summary>{t.rolesAndCosts}</summary>
            <Costs costs={made.costs} />
          </details>
        )}
        {made.searches.length > 0 && (
          <details className={styles.fold}>
            <summary>{t.searches(made.searches.length)}</summary>
            <ul className={styles.list}>
              {made.searches.map((one, n) => (
                <li key={n}>
                  {t.where[one.where]}: {one.query} → {one.error ? t.failed(one.error) : t.found(one.found)}
                </li>
              ))}
            </ul>
          </details>
        )}
        {made.replay && (
          <p>
            {t.replay}: <code>{made.replay}</code>
          </p>
        )}
      </div>
    </section>
  )
}

function Figures({ made }: { made: Made }) {
  const t = useWords(researchWords)
  const { number, seconds, usd } = useFormats()
  const price = made.usd == null ? t.priceUnknown : usd(made.usd)
  const figures = t.figures(
    number(made.sources),
    number(made.passages),
    number(made.calls),
    number(made.rule_calls),
    number(made.input_tokens + made.output_tokens),
  )
  return (
    <>
      <p>
        {[figures, made.reused > 0 && t.reused(number(made.reused)), price, seconds(made.seconds)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p>{t.claims(number(made.supported), number(made.partial), number(made.repaired), number(made.removed))}</p>
      {made.prices && <p>{t.prices(made.prices)}</p>}
    </>
  )
}

function Costs({ costs }: { costs: Cost[] }) {
  const t = useWords(researchWords)
  const { number, usd } = useFormats()
  const { node } = useNames()
  const sum = (of: (cost: Cost) => number) => costs.reduce((all, one) => all + of(one), 0)
  const total = costs.every((one) => one.usd != null) ? sum((one) => one.usd ?? 0) : null
  return (
    // A region that scrolls must be reached by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={table.scroll} role="group" aria-label={t.rolesAndCosts} tabIndex={0}>
      <table className={`${table.table} ${styles.costs}`}>
        <thead>
          <tr>
            {[t.role, t.by, t.calls, t.tokensIn, t.tokensOut, t.cost].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {costs.map((one, n) => (
            <tr key={n}>
              <th scope="row">{node(one.role)}</th>
              <td>
                {one.by === "rule" ? t.rule : one.by}
                {!one.answered && ` (${t.noAnswer})`}
              </td>
              <td>{number(one.calls)}</td>
              <td>{number(one.input_tokens)}</td>
              <td>{number(one.output_tokens)}</td>
              <td>{usd(one.usd)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t.total}</th>
            <td />
            <td>{number(sum((one) => one.calls))}</td>
            <td>{number(sum((one) => one.input_tokens))}</td>
            <td>{number(sum((one) => one.output_tokens))}</td>
            <td>{usd(total)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
