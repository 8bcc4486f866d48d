import { useMemo } from "react"
import type { CausalGraphFound, CauseEdgeFound, CauseNodeFound, Report } from "@/api/types/research"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { type Arrow, openingOf, type Placed, planCauses } from "./causes"
import styles from "./causes.module.css"
import { PANEL, type Reading } from "./reading"
import { useWide } from "./useWide"
import { researchWords } from "./words"

interface Props {
  graph: CausalGraphFound
  report: Report
  reading: Reading
  /** What the picture shows, for those who do not see it. */
  alt: string
}

/** Causes and effects; the figure on an arrow opens what it rests on. */
export default function CauseGraph({ graph, report, reading, alt }: Props) {
  const t = useWords(researchWords)
  const { lang } = useLang()
  const [wide, ref] = useWide(600)
  const plan = useMemo(() => planCauses(graph, !wide), [graph, wide])
  return (
    <figure className={styles.figure} ref={ref}>
      {/* A region that scrolls must be reached by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="group" aria-label={alt} tabIndex={0}>
        <div className={styles.canvas} style={{ width: plan.width, height: plan.height }}>
          <svg width={plan.width} height={plan.height} aria-hidden>
            {plan.arrows.map((arrow, n) => (
              <Line key={n} arrow={arrow} open={reading.opened?.id === `edge-${n + 1}`} />
            ))}
          </svg>
          {plan.nodes.map((node) => (
            <Box key={node.of.id} node={node} />
          ))}
          {plan.arrows.map((arrow, n) => (
            <Figure key={n} arrow={arrow} number={n} graph={graph} report={report} reading={reading} />
          ))}
        </div>
      </div>
      <figcaption lang={lang}>
        <p>{t.graphHint}</p>
        <p>{t.strengthKey}</p>
        {graph.edges?.some((one) => one.kind !== "cause") && <p>{t.dashedKey}</p>}
        <details>
          <summary>{t.asList}</summary>
          <AsList graph={graph} />
        </details>
      </figcaption>
    </figure>
  )
}

function Line({ arrow: { of, path, tip }, open }: { arrow: Arrow; open: boolean }) {
  return (
    <g className={styles.arrow} data-against={Boolean(of.against?.length) || undefined} data-open={open || undefined}>
      <path d={path} strokeWidth={1 + of.strength * 2.5} strokeDasharray={of.kind === "cause" ? undefined : "6 5"} />
      <polygon points={tip} />
    </g>
  )
}

function Box({ node: { of, x, y, width, height } }: { node: Placed<CauseNodeFound> }) {
  const t = useWords(researchWords)
  const { lang } = useLang()
  const { number } = useFormats()
  return (
    <div className={styles.box} data-kind={of.kind} style={{ left: x, top: y, width, minHeight: height }}>
      <span className={styles.kind} lang={lang}>
        {t.nodeKinds[of.kind]}
        {of.likelihood != null && (
          <span title={t.likelihood(number(of.likelihood))}>
            <span className="unseen">{t.likelihood("")}</span>
            {number(of.likelihood)}
          </span>
        )}
      </span>
      {of.text}
    </div>
  )
}

interface FigureProps {
  arrow: Arrow
  number: number
  graph: CausalGraphFound
  report: Report
  reading: Reading
}

function Figure({ arrow, number, graph, report, reading }: FigureProps) {
  const say = useEdgeWords(graph)
  const opening = useMemo(
    () => openingOf(report, graph, number, reading.claims),
    [report, graph, number, reading.claims],
  )
  const opened = reading.opened?.id === opening.id
  return (
    <button
      type="button"
      id={opening.id}
      className={styles.figureOf}
      style={{ left: arrow.x + arrow.width / 2, top: arrow.y + arrow.height / 2 }}
      aria-label={say(arrow.of)}
      aria-expanded={opened}
      aria-controls={opened ? PANEL : undefined}
      title={say(arrow.of)}
      onClick={() => reading.toggle(opening)}
    >
      {arrow.of.strength.toFixed(2)}
    </button>
  )
}

/** An arrow in words: cause, effect, how sources put it, strength, and what speaks against it. */
function useEdgeWords(graph: CausalGraphFound): (edge: CauseEdgeFound) => string {
  const t = useWords(researchWords)
  const text = (id: string) => graph.nodes?.find((one) => one.id === id)?.text ?? id
  return (edge) =>
    [
      t.edge(text(edge.cause), t.edgeKinds[edge.kind], text(edge.effect)),
      t.strength(edge.strength.toFixed(2)),
      edge.against?.length ? t.against(edge.against.length) : "",
    ]
      .filter(Boolean)
      .join(" · ")
}

function AsList({ graph }: { graph: CausalGraphFound }) {
  const t = useWords(researchWords)
  const { number } = useFormats()
  const say = useEdgeWords(graph)
  return (
    <>
      <ul className={styles.list}>
        {graph.edges?.map((edge, n) => (
          <li key={n}>{say(edge)}</li>
        ))}
      </ul>
      <ul className={styles.list}>
        {graph.nodes?.map((node) => (
          <li key={node.id}>
            {node.text} ({t.nodeKinds[node.kind]}
            {node.likelihood != null && ` · ${t.likelihood(number(node.likelihood))}`}
            {node.status && ` · ${t.statuses[node.status] ?? node.status}`})
          </li>
        ))}
      </ul>
    </>
  )
}
