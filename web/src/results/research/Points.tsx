import { lazy, Suspense } from "react"
import type { Block, Point, Report, Result } from "@/api/types/research"
import { Loading } from "@/ui"
import { DataTable } from "./DataTable"
import { Drawing } from "./Drawing"
import type { Reading } from "./reading"
import styles from "./report.module.css"
import { reportWords } from "./reportWords"
import { RulingLine } from "./RulingLine"
import { pointId, sectionId } from "./sections"
import { Prose } from "./Sentence"

const CauseGraph = lazy(() => import("./CauseGraph"))

interface Props {
  result: Result
  reading: Reading
}

/** The detailed analysis, point by point. */
export function Points({ result, reading }: Props) {
  const report = result.document
  const shown = report.analysis.map((point, n) => ({ point, n })).filter(({ point }) => reading.sieve.point(point))
  if (!shown.length) return null
  return (
    <section>
      <h3 id={sectionId("analysis")}>{reportWords[report.lang].analysis}</h3>
      {shown.map(({ point, n }) => (
        <OnePoint key={n} point={point} id={pointId(n)} result={result} reading={reading} />
      ))}
    </section>
  )
}

function OnePoint({ point, id, result, reading }: Props & { point: Point; id: string }) {
  return (
    <div className={styles.point}>
      <h4 id={id}>{point.heading}</h4>
      {point.ruling && <RulingLine ruling={point.ruling} lang={result.document.lang} />}
      {point.blocks.filter(reading.sieve.block).map((block, n) => (
        <OneBlock key={n} block={block} result={result} reading={reading} />
      ))}
    </div>
  )
}

function OneBlock({ block, result, reading }: Props & { block: Block }) {
  const { lang } = result.document
  const prose = block.sentences.length > 0 && <Prose sentences={block.sentences} lang={lang} reading={reading} />
  return (
    <>
      {prose && (block.kind === "quote" ? <blockquote>{prose}</blockquote> : <p>{prose}</p>)}
      {block.table && <DataTable table={block.table} lang={lang} reading={reading} matrix={result.matrix ?? []} />}
      {block.picture && <Picture block={block} result={result} reading={reading} />}
    </>
  )
}

/** The graph of causes is drawn from the data, so that its arrows open passages; other pictures are shown as they are. */
function Picture({ block, result, reading }: Props & { block: Block }) {
  const { picture } = block
  if (!picture) return null
  if (picture.mermaid && result.causal_graph?.nodes?.length)
    return (
      <Suspense fallback={<Loading />}>
        <CauseGraph graph={result.causal_graph} report={result.document} reading={reading} alt={picture.alt} />
      </Suspense>
    )
  return (
    <figure className={styles.picture}>
      <Drawing drawing={picture} />
      <figcaption>{picture.alt}</figcaption>
      {picture.table && <AsTable table={picture.table} report={result.document} reading={reading} />}
    </figure>
  )
}

interface TableProps {
  table: NonNullable<Block["table"]>
  report: Report
  reading: Reading
}

function AsTable({ table, report, reading }: TableProps) {
  return (
    <details className={styles.fold}>
      <summary>{reportWords[report.lang].asTable}</summary>
      <DataTable table={table} lang={report.lang} reading={reading} />
    </details>
  )
}
