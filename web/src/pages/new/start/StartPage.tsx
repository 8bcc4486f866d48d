import type { SWRResponse } from "swr"
import type { Problem } from "@/api/client"
import type { TeamShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Failed, Loading } from "@/ui"
import { newWords } from "../words"
import { Composer } from "./Composer"
import { TeamCards } from "./TeamCards"
import styles from "./start.module.css"

/** A large place to write, and the teams. */
export function StartPage({ teams }: { teams: SWRResponse<TeamShown[], Problem> }) {
  const t = useWords(newWords)
  useTitle(t.title)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t.title}</h1>
      <Composer />
      <section aria-labelledby="teams" className={styles.teams}>
        <h2 id="teams" className={styles.or}>
          {t.or}
        </h2>
        {teams.data && <TeamCards teams={teams.data} />}
        {teams.error && <Failed error={teams.error} again={() => void teams.mutate()} />}
        {teams.isLoading && <Loading />}
      </section>
    </div>
  )
}
