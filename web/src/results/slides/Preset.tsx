import useSWR from "swr"
import { api, ask, type Problem } from "@/api/client"
import type { ModelsShown, RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Field, Select } from "@/ui"
import { editWords } from "./editWords"
import styles from "./edit.module.css"
import type { Editing } from "./useEditing"

/** Which models answer the next change: those that made the deck, or others; says so where only rules do. */
export function Preset({ newest, editing }: { newest: RunDetail; editing: Editing }) {
  const t = useWords(editWords)
  const models = useSWR<ModelsShown, Problem>("models/slides", () =>
    ask(api.GET("/api/models", { params: { query: { team: "slides" } } })),
  )
  const usable = Object.entries(models.data?.presets ?? {}).filter(([, one]) => one.usable)
  // What is answered by hand is answered in a terminal.
  const others = usable.map(([name]) => name).filter((name) => ![newest.options.preset, "manual"].includes(name))
  const isByRules = (editing.preset || newest.options.preset) === "none"
  const nameOf = (preset: string) => (preset === "none" ? t.rules : preset)
  return (
    <>
      {isByRules && <p className={styles.quiet}>{t.byRules}</p>}
      {others.length > 0 && (
        <Field label={t.preset}>
          {(tied) => (
            <Select {...tied} value={editing.preset} onChange={(event) => editing.setPreset(event.target.value)}>
              <option value="">
                {t.sameModels} ({nameOf(newest.options.preset)})
              </option>
              {others.map((name) => (
                <option key={name} value={name}>
                  {nameOf(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}
