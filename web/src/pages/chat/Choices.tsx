import { useId } from "react"
import { useTeams } from "@/api/asking"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { chatWords } from "./words"
import styles from "./chat.module.css"

/** Who shall answer, how, and in what language; empty where the person leaves it open. */
export interface Choice {
  team: string
  mode: string
  lang: string
}

/** As the body of a message: what is left open is left out. */
export const optionsOf = (choice: Choice): Record<string, string> =>
  Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== "")) as Record<string, string>

export function Choices({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const t = useWords(chatWords)
  const names = useNames()
  // Nobody begins the others from here.
  const teams = useTeams().data?.filter((one) => !one.terminal_only) ?? []
  const modes = teams.find((one) => one.name === choice.team)?.modes ?? []
  return (
    <div className={styles.choices}>
      <Pick
        label={t.team}
        value={choice.team}
        options={[["", t.anyTeam], ...teams.map((one): Option => [one.name, names.team(one.name)])]}
        onChange={(team) => onChange({ ...choice, team, mode: "" })}
      />
      {modes.length > 1 && (
        <Pick
          label={t.mode}
          value={choice.mode}
          options={[["", t.anyMode], ...modes.map((one): Option => [one, names.mode(one)])]}
          onChange={(mode) => onChange({ ...choice, mode })}
        />
      )}
      <Pick
        label={t.lang}
        value={choice.lang}
        options={[
          ["", t.anyLang],
          ["ja", t.ja],
          ["en", t.en],
        ]}
        onChange={(lang) => onChange({ ...choice, lang })}
      />
    </div>
  )
}

type Option = [value: string, label: string]

interface PickProps {
  label: string
  value: string
  options: Option[]
  onChange: (value: string) => void
}

function Pick({ label, value, options, onChange }: PickProps) {
  const id = useId()
  return (
    <span className={styles.pick}>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <select id={id} title={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
