import { useSearchParams } from "wouter"
import { useTeams } from "@/api/asking"
import { Failed, Loading } from "@/ui"
import { AtTerminal } from "./AtTerminal"
import { TeamForm } from "./form/TeamForm"
import { StartPage } from "./start/StartPage"

/** What a person sees first: words to the coordinator, or a team and its form (`/?team=research`). */
export default function NewPage() {
  const [search] = useSearchParams()
  const teams = useTeams()
  const named = search.get("team")
  const team = teams.data?.find((one) => one.name === named)
  if (!named || (teams.data && !team)) return <StartPage teams={teams} />
  if (team?.terminal_only) return <AtTerminal team={team} />
  if (team) return <TeamForm key={team.name} team={team} />
  return teams.error ? <Failed error={teams.error} again={() => void teams.mutate()} /> : <Loading />
}
