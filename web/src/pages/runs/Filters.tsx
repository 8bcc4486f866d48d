import { useTeams } from "@/api/asking"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { Field, Input, Select } from "@/ui"
import { useStatusWord } from "@/ui/Status"
import { useTyped, type Wanted } from "./finding"
import styles from "./runs.module.css"
import { runsWords } from "./words"

const STATUSES = ["running", "waiting", "paused", "interrupted", "failed", "done", "not passed", "cancelled", "stopped"]

/** Narrows the list; what was chosen stands in the address. */
export function Filters({ wanted, change }: { wanted: Wanted; change: (some: Partial<Wanted>) => void }) {
  const t = useWords(runsWords)
  const names = useNames()
  const word = useStatusWord()
  const { data: teams } = useTeams()
  const [text, setText] = useTyped(wanted.q, (q) => change({ q }))
  const known = new Set([...(teams?.map((one) => one.name) ?? []), ...(wanted.team ? [wanted.team] : [])])
  return (
    <search className={styles.filters} aria-label={t.filters}>
      <Field label={t.search}>
        {(tied) => (
          <Input
            {...tied}
            type="search"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label={t.team}>
        {(tied) => (
          <Select {...tied} value={wanted.team} onChange={(event) => change({ team: event.target.value })}>
            <option value="">{t.any}</option>
            {[...known].map((name) => (
              <option key={name} value={name}>
                {names.team(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.status}>
        {(tied) => (
          <Select {...tied} value={wanted.status} onChange={(event) => change({ status: event.target.value })}>
            <option value="">{t.any}</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {word(status)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </search>
  )
}
