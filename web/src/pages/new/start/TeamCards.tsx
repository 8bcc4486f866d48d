import { Link } from "wouter"
import type { TeamShown } from "@/api/types/server"
import { useLang } from "@/i18n/lang"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { TeamMark } from "../TeamMark"
import { newWords } from "../words"
import styles from "./start.module.css"

/** The teams, each with what it does; a card opens the team's form. */
export function TeamCards({ teams }: { teams: readonly TeamShown[] }) {
  const { lang } = useLang()
  const names = useNames()
  return (
    <ul className={styles.cards}>
      {teams.map((team) => (
        <li key={team.name}>
          <Link href={`/?team=${team.name}`} className={styles.card}>
            <TeamMark team={team.name} />
            <span className={styles.name}>{names.team(team.name)}</span>
            <span className={styles.summary}>{lang === "ja" ? team.summary_ja : team.summary}</span>
            <Takes team={team} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Takes({ team }: { team: TeamShown }) {
  const t = useWords(newWords)
  const takes = team.terminal_only ? t.atTerminal : t.takes[team.name]
  return takes ? <span className={styles.takes}>{takes}</span> : null
}
