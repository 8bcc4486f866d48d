import { graphlib, layout } from "@dagrejs/dagre"
import type { GraphShown } from "@/api/types/server"

export const NODE = { width: 116, height: 46 }
const END = { width: 14, height: 14 }

export interface Placed {
  width: number
  height: number
  nodes: { id: string; x: number; y: number }[]
  edges: { source: string; target: string; conditional: boolean; path: string; tip: string }[]
}

/** Places for the nodes, from left to right, and curves for the arrows. */
export function placed(graph: GraphShown): Placed {
  const drawn = new graphlib.Graph()
  drawn.setGraph({ rankdir: "LR", ranksep: 34, nodesep: 14, edgesep: 10, marginx: 6, marginy: 8 })
  drawn.setDefaultEdgeLabel(() => ({}))
  for (const { id } of graph.nodes) drawn.setNode(id, { ...(isEnd(id) ? END : NODE) })
  for (const { source, target } of graph.edges) if (source !== target) drawn.setEdge(source, target)
  layout(drawn)
  const { width = 0, height = 0 } = drawn.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    nodes: graph.nodes.map(({ id }) => ({ id, ...pointOf(drawn.node(id)) })),
    edges: graph.edges
      .filter(({ source, target }) => source !== target)
      .map((edge) => {
        const points = (drawn.edge(edge.source, edge.target) as { points: Point[] }).points
        return { ...edge, path: curve(points), tip: tip(points) }
      }),
  }
}

export const isEnd = (id: string): boolean => id.startsWith("__")

interface Point {
  x: number
  y: number
}

const pointOf = ({ x, y }: Point): Point => ({ x, y })
const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Through the middles of the pieces, rounded at the points. */
function curve(points: Point[]): string {
  const [first, ...rest] = points
  if (!first) return ""
  const last = rest.at(-1) ?? first
  const bends = rest.slice(0, -1).map((point, place) => `Q${at(point)} ${at(middle(point, rest[place + 1] ?? last))}`)
  return `M${at(first)}${bends.join("")}L${at(last)}`
}

/** A small triangle where the arrow ends. */
function tip(points: Point[]): string {
  const end = points.at(-1)
  const before = points.at(-2)
  if (!end || !before) return ""
  const angle = Math.atan2(end.y - before.y, end.x - before.x)
  const corner = (turn: number) => ({ x: end.x - 7 * Math.cos(angle + turn), y: end.y - 7 * Math.sin(angle + turn) })
  return `M${at(end)}L${at(corner(0.45))}L${at(corner(-0.45))}Z`
}
