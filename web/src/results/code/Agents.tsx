import { useFormats } from "@/i18n/formats"
import { useWords } from "@/i18n/words"
import type { EventOf } from "@/live/state"
import { Badge, type Tone } from "@/ui"
import { useClock } from "@/pages/run/useClock"
import styles from "./code.module.css"
import { codeWords } from "./words"

const TONES: Record<string, Tone> = {
  working: "live",
  reviewing: "live",
  starting: "live",
  resting: "fair",
  limited: "fair",
  paused: "fair",
  given_up: "bad",
}

interface AgentsProps {
  agents: readonly EventOf<"agent">[]
  tasks: readonly EventOf<"task">[]
  isGoing: boolean
  lang: string
}

/** Who works: by which program, on what, since when, and what that has cost; who has nothing in hand is folded. */
export function Agents(props: AgentsProps) {
  const t = useWords(codeWords)
  const { agents, isGoing } = props
  if (!agents.length) return null
  const here = agents.filter((one) => (isGoing ? TONES[one.state] : one.usd !== 0 || one.restarts > 0))
  const away = agents.filter((one) => !here.includes(one))
  return (
    <section className={styles.part} aria-label={t.agents}>
      <h2>{t.agents}</h2>
      {here.length > 0 && <List {...props} agents={here} />}
      {away.length > 0 && (
        <details>
          <summary>{isGoing ? t.away(away.length) : t.others(away.length)}</summary>
          <List {...props} agents={away} />
        </details>
      )}
    </section>
  )
}

function List({ agents, tasks, isGoing, lang }: AgentsProps) {
  const titles = new Map(tasks.map((one) => [one.task_id, one.title]))
  return (
    <ul className={styles.rows}>
      {agents.map((one) => (
        <Agent key={one.agent} agent={one} title={titles.get(one.task_id) ?? ""} isGoing={isGoing} lang={lang} />
      ))}
    </ul>
  )
}

interface AgentProps {
  agent: EventOf<"agent">
  title: string
  isGoing: boolean
  lang: string
}

function Agent({ agent, title, isGoing, lang }: AgentProps) {
  const t = useWords(codeWords)
  const f = useFormats()
  // Nobody is at a run that is over, whatever was told last of them.
  const state = isGoing || agent.state === "given_up" ? agent.state : "off"
  const isBusy = TONES[state] !== undefined
  return (
    <li className={styles.agent} data-state={state}>
      <div className={styles.who}>
        <strong>{agent.agent}</strong>
        <span className={styles.quiet}>{agent.program}</span>
      </div>
      <div>
        {state !== "off" && <Badge tone={TONES[state] ?? "quiet"}>{t.agentState[state] ?? state}</Badge>}
        {agent.restarts > 0 && <p className={styles.quiet}>{t.restarts(agent.restarts)}</p>}
      </div>
      <div className={styles.what}>{isBusy && <InHand agent={agent} title={title} lang={lang} />}</div>
      <div className={styles.figures}>
        {isGoing && isBusy && <Since at={agent.at} />}
        <span>{f.usd(agent.usd)}</span>
      </div>
    </li>
  )
}

/** Its task, and what it does there: a tool that runs, why it waits. */
function InHand({ agent, title, lang }: Omit<AgentProps, "isGoing">) {
  return (
    <>
      {title ? <p lang={lang}>{title}</p> : agent.task_id && <p>{agent.task_id}</p>}
      {agent.text !== title && <p className={styles.tool}>{agent.text}</p>}
    </>
  )
}

/** How long nothing else was told; tenths would only flicker. */
function Since({ at }: { at: string }) {
  const t = useWords(codeWords)
  const f = useFormats()
  const seconds = Math.floor(useClock(at, true))
  return <time dateTime={at}>{t.ago(f.seconds(seconds).replace(".0", ""))}</time>
}
