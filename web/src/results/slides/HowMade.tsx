import type { Result } from "@/api/types/slides"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { checkWords } from "./checkWords"
import styles from "./checks.module.css"
import { Scroll } from "./Values"

/** Who did what for the deck, and what it cost. */
export function HowMade({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const formats = useFormats()
  return (
    <details className={styles.made}>
      <summary>
        {t.made} <span className={styles.quiet}>{t.took(formats.seconds(result.seconds))}</span>
      </summary>
      <Plan result={result} />
      <Costs costs={result.costs} />
    </details>
  )
}

function Plan({ result }: { result: Result }) {
  const t = useWords(checkWords)
  if (!result.plan) return null
  return (
    <Scroll label={t.plan}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.step}</th>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.result}</th>
          </tr>
        </thead>
        <tbody>
          {result.plan.steps.map((one) => (
            <tr key={one.id}>
              <th scope="row" lang={result.lang}>
                {one.title}
              </th>
              <td>{t.status[one.status]}</td>
              <td lang={result.lang}>{one.result_summary}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Costs({ costs }: { costs: Result["costs"] }) {
  const t = useWords(checkWords)
  const formats = useFormats()
  if (!costs.length) return null
  const total = costs.every((one) => one.usd !== null) ? costs.reduce((sum, one) => sum + (one.usd ?? 0), 0) : null
  const tokens = (one: { input_tokens: number; output_tokens: number }) =>
    formats.number(one.input_tokens + one.output_tokens)
  return (
    <Scroll label={t.costs}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.role}</th>
            <th scope="col">{t.by}</th>
            {[t.calls, t.tokens, t.price].map((name) => (
              <th key={name} scope="col" className={styles.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {costs.map((one, n) => (
            <tr key={n}>
              <th scope="row">{one.role}</th>
              <td>{one.by === "rule" ? t.rules : one.by}</td>
              <td className={styles.number}>{formats.number(one.calls)}</td>
              <td className={styles.number}>{tokens(one)}</td>
              <td className={styles.number}>{formats.usd(one.usd)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {t.total}
            </th>
            <td className={styles.number}>{formats.usd(total)}</td>
          </tr>
        </tfoot>
      </table>
    </Scroll>
  )
}
