import type { Result } from "@/api/types/resume"
import { Criteria } from "./Criteria"
import { Critics } from "./Critics"
import { History } from "./History"
import { Radar } from "./Radar"
import styles from "./scores.module.css"

/** Scores as pictures and as tables. */
export function Scores({ result }: { result: Result }) {
  return (
    <>
      <div className={styles.charts}>
        <Radar result={result} />
        <History result={result} />
      </div>
      <Critics result={result} />
      <Criteria result={result} />
    </>
  )
}
