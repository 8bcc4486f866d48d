import { Link } from "wouter"
import type { TeamShown } from "@/api/types/server"
import { useLang } from "@/i18n/lang"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Card, Stack } from "@/ui"
import { Command } from "@/ui/Command"
import styles from "./form/form.module.css"
import { TeamMark } from "./TeamMark"
import { newWords } from "./words"

/** A team that no page begins: why, and the commands that do. */
export function AtTerminal({ team }: { team: TeamShown }) {
  const t = useWords(newWords)
  const { lang } = useLang()
  const name = useNames().team(team.name)
  useTitle(name)
  return (
    <div className={styles.page}>
      <Link href="/" className={styles.back}>
        <span aria-hidden="true">← </span>
        {t.back}
      </Link>
      <header className={styles.head}>
        <TeamMark team={team.name} />
        <div>
          <h1>{name}</h1>
          <p className={styles.quiet}>{lang === "ja" ? team.summary_ja : team.summary}</p>
        </div>
      </header>
      <Card aria-labelledby="terminal" style={{ maxWidth: "44rem" }}>
        <Stack>
          <h2 id="terminal">{t.terminalTitle}</h2>
          <p>{t.terminalWhy}</p>
          {t.commands[team.name]?.map(([label, line]) => (
            <Command key={line} label={label} line={line} />
          ))}
          <Command label={t.help} line={`kasen ${team.name} --help`} />
          <p>
            {t.terminalThen} <Link href={`/runs?team=${team.name}`}>{t.runs}</Link>
          </p>
        </Stack>
      </Card>
    </div>
  )
}
