import type { Result } from "@/api/types/resume"
import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import { criticWords } from "../critics"
import tables from "../scores/scores.module.css"
import { isMeasuredOnly } from "../verdict/verdict"
import { Wide } from "../Wide"
import { checkWords } from "./words"

interface Line {
  key: string
  name: string
  by?: string
  calls: number
  input_tokens: number
  output_tokens: number
  usd: number | null
}

/** The bill: by role and model, by round, and in all. */
export function Costs({ result }: { result: Result }) {
  const t = useWords(checkWords)
  const names = useWords(criticWords)
  const format = useFormats()
  const costs = result.costs
  if (!costs) return null
  const roles = costs.lines.map((one) => ({
    ...one,
    key: `${one.role} ${one.by}`,
    name: names[one.role] ?? one.role,
    by: (one.by === "rule" ? t.rules : one.by) + (one.answered ? "" : ` (${t.noAnswer})`),
  }))
  const rounds = costs.iterations.map((one) => ({ ...one, key: `${one.iteration}`, name: t.round(one.iteration) }))
  return (
    <section>
      <h3>{t.cost}</h3>
      <p>{t.figures(costs.calls, costs.rule_calls, format.seconds(costs.seconds))}</p>
      {costs.calls > 0 && (
        <>
          <Bill name={t.part} lines={roles} total={{ ...costs, key: "total", name: t.total }} hasBy />
          <Bill name={t.perRound} lines={rounds} />
        </>
      )}
      {costs.prices && <p className={tables.quiet}>{t.prices(costs.prices)}</p>}
      <p className={tables.quiet}>{isMeasuredOnly(result) ? t.howMeasured : t.how}</p>
    </section>
  )
}

function Bill({ name, lines, total, hasBy }: { name: string; lines: Line[]; total?: Line; hasBy?: boolean }) {
  const t = useWords(checkWords)
  const heads = [name, ...(hasBy ? [t.madeBy] : []), t.calls, t.tokensIn, t.tokensOut, t.usd]
  return (
    <Wide label={name}>
      <table className={`${tables.table} ${hasBy ? tables.many : ""}`}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <BillLine key={line.key} line={line} hasBy={hasBy} />
          ))}
        </tbody>
        {total && (
          <tfoot>
            <BillLine line={total} hasBy={hasBy} />
          </tfoot>
        )}
      </table>
    </Wide>
  )
}

function BillLine({ line, hasBy }: { line: Line; hasBy?: boolean | undefined }) {
  const format = useFormats()
  const figures = [format.number(line.calls), format.number(line.input_tokens), format.number(line.output_tokens)]
  return (
    <tr>
      <th scope="row">{line.name}</th>
      {hasBy && <td className={tables.by}>{line.by}</td>}
      {[...figures, format.usd(line.usd)].map((one, at) => (
        <td key={at} className={tables.figures}>
          {one}
        </td>
      ))}
    </tr>
  )
}
