import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { isMeasuredOnly, scoreText } from "../verdict/verdict"
import styles from "./scores.module.css"
import { scoreWords } from "./words"

const HEIGHT = 120
const STEP = 84
const LEFT = 40

/** How the score went from round to round, with its spread; as a line and as a table. */
export function History({ result }: { result: Result }) {
  const t = useWords(scoreWords)
  const rounds = (result.history ?? []).flatMap((one) => (one.score === null ? [] : [{ ...one, score: one.score }]))
  if (isMeasuredOnly(result) || rounds.length < 2) return null
  const least = Math.max(0, Math.floor(Math.min(...rounds.map((one) => one.low ?? one.score), result.threshold) - 0.5))
  const y = (value: number) => Math.round(HEIGHT * (1 - (value - least) / (10 - least)) * 10) / 10
  const x = (at: number) => LEFT + at * STEP
  const text = (value: number) => scoreText(value, result.threshold)
  const width = x(rounds.length - 1) + LEFT + 20
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 -22 ${width} ${HEIGHT + 50}`} className={styles.history} role="img" aria-label={t.history}>
        <line className={styles.line} x1={0} x2={width} y1={y(result.threshold)} y2={y(result.threshold)} />
        <text className={styles.soft} x={0} y={y(result.threshold) - 6}>
          {t.threshold} {result.threshold}
        </text>
        <polyline className={styles.course} points={rounds.map((one, at) => `${x(at)},${y(one.score)}`).join(" ")} />
        {rounds.map((one, at) => (
          <g key={one.iteration} className={styles.mark} data-best={one.iteration === result.best || undefined}>
            <line x1={x(at)} x2={x(at)} y1={y(one.low ?? one.score)} y2={y(one.high ?? one.score)} />
            <circle cx={x(at)} cy={y(one.score)} r={4.5} />
            <text x={x(at) + 9} y={y(one.score) - 7}>
              {text(one.score)}
            </text>
            <text className={styles.soft} x={x(at)} y={HEIGHT + 22} textAnchor="middle">
              {t.round(one.iteration)}
            </text>
          </g>
        ))}
      </svg>
      <table className={styles.table}>
        <caption>{t.rounds}</caption>
        <tbody>
          {rounds.map((one) => (
            <tr key={one.iteration}>
              <th scope="row">{t.round(one.iteration)}</th>
              <td className={styles.figures}>{text(one.score)}</td>
              <td className={styles.figures}>
                {one.low !== null && one.high !== null && `${text(one.low)}–${text(one.high)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
