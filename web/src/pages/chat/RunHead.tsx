import { Link } from "wouter"
import { useFormats } from "@/i18n/formats"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { Meter } from "@/ui"
import { StatusBadge } from "@/ui/Status"
import { type Block, working } from "./blocks"
import styles from "./chat.module.css"
import type { RunData } from "./message"
import { chatWords } from "./words"

/** Which run answers, how it stands, and who is at work in it. */
export function RunHead({ run, block, isLive }: { run: RunData; block: Block; isLive: boolean }) {
  const t = useWords(chatWords)
  const names = useNames()
  const { seconds, usd } = useFormats()
  const figures = [run.seconds !== undefined && seconds(run.seconds), run.usd ? usd(run.usd) : ""].filter(Boolean)
  const roles = isLive && run.status === "running" ? working(block) : []
  return (
    <div className={styles.run}>
      <p className={styles.head}>
        <strong>{names.team(run.team)}</strong>
        {run.mode !== run.team && <span className={styles.quiet}>{names.mode(run.mode)}</span>}
        <StatusBadge status={run.status} />
        <span className={styles.quiet}>{figures.join(" · ")}</span>
        <Link href={`/runs/${run.run_id}`}>{t.open}</Link>
      </p>
      {roles.length > 0 && (
        <p role="status" className={styles.quiet}>
          {t.works} {roles.map(names.node).join(t.works.endsWith("：") ? "、" : ", ")}
        </p>
      )}
      {roles.length > 0 && <Progress block={block} />}
    </div>
  )
}

/** How far the latest long thing is. */
function Progress({ block }: { block: Block }) {
  const { number } = useFormats()
  const now = block.progress.at(-1)
  if (!now || now.total <= 0 || now.done >= now.total) return null
  const label = `${now.text} ${number(now.done)} / ${number(now.total)}`
  return (
    <div className={styles.progress}>
      <Meter value={now.done / now.total} label={label} />
      <span className={styles.quiet}>{label}</span>
    </div>
  )
}
