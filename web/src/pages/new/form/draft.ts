import { ofTab } from "@/api/storage"
import type { SentFile } from "@/api/sending"
import type { Values } from "./fields"
import type { OptionsTyped } from "./options"

/** What was typed into a team's form and not yet begun. */
export interface Draft {
  mode: string
  values: Values
  options: OptionsTyped
  files: SentFile[]
}

const keyOf = (team: string) => `kasen.draft.${team}`

/** Keep it while the tab lives; of files those that the server has. */
export function keepDraft(team: string, draft: Draft): void {
  const files = draft.files.filter((one) => one.upload)
  ofTab.set(keyOf(team), JSON.stringify({ ...draft, files }))
}

export function draftOf(team: string): Draft | undefined {
  const kept = ofTab.get(keyOf(team))
  return kept ? (JSON.parse(kept) as Draft) : undefined
}

export const dropDraft = (team: string): void => ofTab.drop(keyOf(team))
