import type { Result } from "@/api/types/resume"
import { useWords } from "@/i18n/words"
import { CRITICS, criticWords } from "../critics"
import { isMeasuredOnly, scoredAt, scoreText } from "../verdict/verdict"
import { cornersOf, pointAt, RADIUS, sidesOf } from "./radar"
import styles from "./scores.module.css"
import { scoreWords } from "./words"

const RINGS = [2, 4, 6, 8, 10]

/** The five critics, the original against the version that the review ends with. */
export function Radar({ result }: { result: Result }) {
  const t = useWords(scoreWords)
  const names = useWords(criticWords)
  const valuesAt = (iteration: number) => CRITICS.map((one) => scoredAt(result, iteration)?.by_critic?.[one] ?? null)
  const first = valuesAt(1)
  const last = result.best === 1 ? undefined : valuesAt(result.best)
  const shown = last ?? first
  if (first.every((one) => one === null)) return null
  const series = [
    { name: isMeasuredOnly(result) ? t.measures : t.original, values: first, look: "first" },
    ...(last && !isMeasuredOnly(result) ? [{ name: t.revision(result.best), values: last, look: "last" }] : []),
  ]
  return (
    <figure className={styles.figure}>
      <svg
        viewBox="-245 -160 490 290"
        className={styles.radar}
        role="img"
        aria-label={t.radar(series.map((one) => one.name).join(t.comma))}
      >
        <Grid />
        {CRITICS.map((critic, at) => {
          const value = shown[at] ?? null
          const said = value === null ? t.noScore : scoreText(value, 6)
          return <Label key={critic} at={at} name={names[critic] ?? critic} said={said} />
        })}
        {series.map((one) => (
          <Series key={one.look} values={one.values} look={one.look} />
        ))}
      </svg>
      <figcaption className={styles.legend}>
        {series.map((one) => (
          <span key={one.look} data-look={one.look}>
            {one.name}
          </span>
        ))}
        {shown.includes(null) && <span className={styles.quiet}>{t.openAxis}</span>}
      </figcaption>
    </figure>
  )
}

function Grid() {
  return (
    <g className={styles.grid}>
      {RINGS.map((ring) => (
        <polygon
          key={ring}
          points={CRITICS.map((_, at) => pointAt(at, CRITICS.length, ring / 10))
            .map(({ x, y }) => `${x},${y}`)
            .join(" ")}
        />
      ))}
      {CRITICS.map((critic, at) => {
        const { x, y } = pointAt(at, CRITICS.length, 1)
        return <line key={critic} x1={0} y1={0} x2={x} y2={y} />
      })}
    </g>
  )
}

function Label({ at, name, said }: { at: number; name: string; said: string }) {
  const { x, y } = pointAt(at, CRITICS.length, 1 + 14 / RADIUS)
  const anchor = Math.abs(x) < 5 ? "middle" : x > 0 ? "start" : "end"
  const top = y < -RADIUS ? y - 18 : y - 4
  return (
    <text x={x} y={top} textAnchor={anchor} className={styles.axis}>
      {name}
      <tspan x={x} dy="1.3em" className={styles.axisValue}>
        {said}
      </tspan>
    </text>
  )
}

function Series({ values, look }: { values: (number | null)[]; look: string }) {
  const corners = cornersOf(values, 10)
  const known = corners.filter((one) => one !== undefined)
  return (
    <g className={styles.series} data-look={look}>
      {known.length === corners.length && <polygon points={known.map(({ x, y }) => `${x},${y}`).join(" ")} />}
      {sidesOf(corners).map(([one, next]) => (
        <line key={`${one.x} ${one.y}`} x1={one.x} y1={one.y} x2={next.x} y2={next.y} />
      ))}
      {known.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={3.5} />
      ))}
    </g>
  )
}
