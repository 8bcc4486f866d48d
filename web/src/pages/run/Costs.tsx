import type { CostsShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { Fold } from "./Fold"
import styles from "./run.module.css"
import { runWords } from "./words"

/** What each role has cost on which model, folded. */
export function Costs({ costs }: { costs: CostsShown }) {
  const t = useWords(runWords)
  const names = useNames()
  const f = useFormats()
  if (!costs.roles.length) return null
  return (
    <Fold title={t.costs}>
      {/* A table may be wider than a phone: it is scrolled by itself, with the keyboard too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.costs}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.role}</th>
              <th scope="col">{t.model}</th>
              <th scope="col">{t.calls}</th>
              <th scope="col">{t.input}</th>
              <th scope="col">{t.output}</th>
              <th scope="col">{t.cost}</th>
            </tr>
          </thead>
          <tbody>
            {costs.roles.map((one) => (
              <tr key={`${one.role} ${one.model} ${one.answered}`}>
                <th scope="row">{names.node(one.role)}</th>
                <td>
                  {one.model === "rule" ? t.rule : one.model} {!one.answered && `(${t.unanswered})`}
                </td>
                <td>{f.number(one.calls)}</td>
                <td>{f.number(one.input_tokens)}</td>
                <td>{f.number(one.output_tokens)}</td>
                <td>{f.usd(one.usd)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t.total}
              </th>
              <td>{f.number(costs.calls)}</td>
              <td>{f.number(costs.input_tokens)}</td>
              <td>{f.number(costs.output_tokens)}</td>
              <td>{f.usd(costs.usd)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Fold>
  )
}
