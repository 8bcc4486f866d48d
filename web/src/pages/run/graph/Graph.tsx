import { memo, type RefObject, useEffect, useMemo, useRef, useState } from "react"
import useSWR from "swr"
import { api, ask } from "@/api/client"
import type { GraphShown } from "@/api/types/server"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import type { Step } from "@/live/state"
import { Loading } from "@/ui"
import { runWords } from "../words"
import { StateIcon } from "../StateIcon"
import styles from "./graph.module.css"
import { isEnd, NODE, placed, type Placed } from "./layout"
import { beatOf, nodesNow, type NodeNow, takenArrows } from "./states"

interface GraphProps {
  team: string
  mode: string
  steps: readonly Step[]
  status: string
  /** A node was chosen: show what it did. */
  onPick: (node: string) => void
}

/** The team's graph with what each role is doing now. */
function Graph({ team, mode, steps, status, onPick }: GraphProps) {
  const t = useWords(runWords)
  const { data, error } = useSWR(
    `graph/${team}/${mode}`,
    () => ask(api.GET("/api/teams/{team}/graph", { params: { path: { team }, query: { mode } } })),
    { revalidateOnFocus: false },
  )
  if (error) return <p className={styles.none}>{t.noGraph}</p>
  return data ? <Drawn graph={data} steps={steps} status={status} onPick={onPick} /> : <Loading />
}

/** Drawn again when a step begins or ends, not with every word. */
export default memo(
  Graph,
  (a, b) => a.mode === b.mode && a.status === b.status && beatOf(a.steps) === beatOf(b.steps) && a.onPick === b.onPick,
)

function Drawn({ graph, steps, status, onPick }: Omit<GraphProps, "team" | "mode"> & { graph: GraphShown }) {
  const t = useWords(runWords)
  const place = useMemo(() => placed(graph), [graph])
  const now = nodesNow(steps, status)
  const taken = takenArrows(graph, steps)
  const [ref, width] = useWidth()
  return (
    // What is wider than the page is drawn smaller, as far as it can be read, then scrolled by itself.
    <div ref={ref} className={styles.scroll} role="group" aria-label={t.graph}>
      <div
        className={styles.canvas}
        style={{ width: place.width, height: place.height, zoom: Math.min(1, Math.max(SMALLEST, width / place.width)) }}
      >
        <Arrows place={place} taken={taken} />
        <ol className={styles.nodes}>
          {place.nodes.map((node) => {
            if (isEnd(node.id)) return <End key={node.id} {...node} />
            const next = graph.edges.filter((edge) => edge.source === node.id && !isEnd(edge.target))
            return (
              <Node key={node.id} {...node} now={now.get(node.id)} next={next.map((e) => e.target)} onPick={onPick} />
            )
          })}
        </ol>
      </div>
    </div>
  )
}

const SMALLEST = 0.8

/** How wide an element is, now and whenever that changes. */
function useWidth(): [ref: RefObject<HTMLDivElement | null>, width: number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(Infinity)
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    if (ref.current) watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [])
  return [ref, width]
}

function Arrows({ place, taken }: { place: Placed; taken: Set<string> }) {
  return (
    <svg className={styles.arrows} width={place.width} height={place.height} aria-hidden>
      {place.edges.map((edge) => (
        <g
          key={`${edge.source} ${edge.target}`}
          data-taken={taken.has(`${edge.source} ${edge.target}`) || undefined}
          data-conditional={edge.conditional || undefined}
        >
          <path d={edge.path} className={styles.line} />
          <path d={edge.tip} className={styles.tip} />
        </g>
      ))}
    </svg>
  )
}

const End = ({ x, y }: { x: number; y: number }) => (
  <li aria-hidden className={styles.end} style={{ left: x, top: y }} />
)

interface NodeProps {
  id: string
  x: number
  y: number
  now: NodeNow | undefined
  next: string[]
  onPick: (node: string) => void
}

function Node({ id, x, y, now, next, onPick }: NodeProps) {
  const t = useWords(runWords)
  const names = useNames()
  const state = now?.state ?? "waiting"
  const times = now && now.times > 1 ? t.nodeTimes(now.times) : ""
  return (
    <li className={styles.place} style={{ left: x - NODE.width / 2, top: y - NODE.height / 2, ...NODE }}>
      <button type="button" className={styles.node} data-state={state} disabled={!now} onClick={() => onPick(id)}>
        <span className={styles.name}>{names.node(id)}</span>
        <span className={styles.state}>
          <StateIcon state={state} />
          {t.nodeState[state]} {times && <span className={styles.times}>{times}</span>}
        </span>
        {next.length > 0 && <span className="unseen">{t.then(next.map(names.node).join(", "))}</span>}
      </button>
    </li>
  )
}
