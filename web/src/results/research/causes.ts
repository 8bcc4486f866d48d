import dagre from "@dagrejs/dagre"
import type { CausalGraphFound, CauseEdgeFound, CauseNodeFound, Citation, Report } from "@/api/types/research"
import type { Opening } from "./cited"
import { plainCell } from "./sentences"
import { type Claims, type Support, SUPPORTS, supportsOf } from "./support"

export interface Placed<T> {
  of: T
  /** Upper left corner. */
  x: number
  y: number
  width: number
  height: number
}

export interface Arrow extends Placed<CauseEdgeFound> {
  /** `M0 0L10 10…`, from cause to effect. */
  path: string
  /** The tip, as points of a polygon. */
  tip: string
}

export interface CausePlan {
  width: number
  height: number
  nodes: Placed<CauseNodeFound>[]
  arrows: Arrow[]
}

const LINE = 21
const ABOUT = 30
const LETTER = 14

/** How high a box must be for its words: Japanese letters are as wide as they are high, others about half. */
function heightOf(text: string, width: number): number {
  const wide = [...text].reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) > 0x1100 ? LETTER : LETTER * 0.56), 0)
  return ABOUT + LINE * Math.ceil((wide * 1.12) / (width - 24))
}

interface Point {
  x: number
  y: number
}

const near = (value: number) => Math.round(value * 10) / 10

/** A smooth way through points: straight at its ends, round at each bend. */
function smooth(points: Point[]): string {
  const [first, ...rest] = points
  if (!first) return ""
  const bends = rest.slice(0, -1).map((point, n) => {
    const next = rest[n + 1] ?? point
    const to = n === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${near(point.x)} ${near(point.y)} ${near(to.x)} ${near(to.y)}`
  })
  const last = rest.at(-1)
  return `M${near(first.x)} ${near(first.y)}${bends.length || !last ? bends.join("") : `L${near(last.x)} ${near(last.y)}`}`
}

function tipOf(points: Point[], size: number): string {
  const [before, end] = points.slice(-2)
  if (!before || !end) return ""
  const angle = Math.atan2(end.y - before.y, end.x - before.x)
  const corner = (turn: number) =>
    `${near(end.x - size * Math.cos(angle + turn))},${near(end.y - size * Math.sin(angle + turn))}`
  return `${near(end.x)},${near(end.y)} ${corner(0.42)} ${corner(-0.42)}`
}

/** Where boxes and arrows stand; effects are right of their causes, or below them where it is narrow. */
export function planCauses(graph: CausalGraphFound, narrow: boolean): CausePlan {
  const width = narrow ? 150 : 168
  const plan = new dagre.graphlib.Graph({ multigraph: true })
  plan.setGraph({ rankdir: narrow ? "TB" : "LR", nodesep: 22, ranksep: narrow ? 32 : 42, marginx: 4, marginy: 4 })
  for (const node of graph.nodes ?? []) plan.setNode(node.id, { width, height: heightOf(node.text, width) })
  const edges = (graph.edges ?? []).filter((one) => plan.hasNode(one.cause) && plan.hasNode(one.effect))
  edges.forEach((edge, n) => plan.setEdge(edge.cause, edge.effect, { width: 50, height: 28, labelpos: "c" }, String(n)))
  dagre.layout(plan)
  const { width: whole = 0, height = 0 } = plan.graph()
  const corner = (at: { x?: number; y?: number; width?: number; height?: number }) => {
    const [wide, high] = [at.width ?? 0, at.height ?? 0]
    return { x: (at.x ?? 0) - wide / 2, y: (at.y ?? 0) - high / 2, width: wide, height: high }
  }
  return {
    width: whole,
    height,
    nodes: (graph.nodes ?? []).map((of) => ({ of, ...corner(plan.node(of.id)) })),
    arrows: edges.map((of, n) => {
      const drawn = plan.edge(of.cause, of.effect, String(n))
      const points = drawn.points ?? []
      return { of, ...corner(drawn), path: smooth(points), tip: tipOf(points, 8 + of.strength * 3) }
    }),
  }
}

const whole = (report: Report, id: string): Citation[] =>
  report.references
    .filter((one) => one.passages.some((passage) => passage.id === id))
    .map((one) => ({ reference: one.number, words: [{ passage_id: id, start: 0, end: 0 }] }))

/** What an arrow opens: the statements of the row about its two ends, else its passages as a whole. */
export function openingOf(report: Report, graph: CausalGraphFound, number: number, claims: Claims): Opening {
  const edge = graph.edges?.[number]
  const text = (id: string | undefined) => graph.nodes?.find((one) => one.id === id)?.text ?? ""
  const rows = report.analysis.flatMap((point) => point.blocks.flatMap((block) => block.table?.rows ?? []))
  const sentences = rows
    .filter(
      (row) => row.heading === text(edge?.cause) && row.cells[0] && plainCell(row.cells[0]) === text(edge?.effect),
    )
    .flatMap((row) => row.cells.flatMap((cell) => cell.sentences))
    .filter((one) => one.citations.length)
  const cited = sentences.flatMap((one) => one.citations)
  const supports = new Set<Support>(sentences.flatMap((one) => supportsOf(one, claims)))
  if (supports.size > 1) supports.delete("supported")
  const ids = [...(edge?.passage_ids ?? []), ...(edge?.against ?? [])]
  return {
    id: `edge-${number + 1}`,
    statement: `${text(edge?.cause)} → ${text(edge?.effect)}`,
    claimId: "",
    supports: SUPPORTS.filter((one) => supports.has(one)),
    citations: cited.length ? cited : ids.flatMap((id) => whole(report, id)),
  }
}
