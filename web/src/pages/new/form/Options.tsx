import { useWords } from "@/i18n/words"
import { Field, Input, Select } from "@/ui"
import styles from "./form.module.css"
import { FIRST_OPTIONS, type OptionsTyped } from "./options"
import { Folded } from "./Sections"
import { TickLine } from "./Ticks"
import { useFaultWords } from "./useFaultWords"
import type { Form } from "./useForm"
import { useModels } from "./useModels"
import { formWords } from "./words"

const CAPS = ["usd", "minutes", "calls"] as const
const TICKS = ["localOnly", "yes", "fresh", "reuse"] as const

/** Budget, models, and what the run may do. */
export function Options({ form }: { form: Form }) {
  const t = useWords(formWords)
  const said = useFaultWords()
  const { options, setOptions } = form
  const changed = (Object.keys(FIRST_OPTIONS) as (keyof OptionsTyped)[]).filter(
    (name) => options[name] !== FIRST_OPTIONS[name],
  )
  return (
    <Folded title={t.options} changed={changed.length}>
      <div className={styles.caps}>
        {CAPS.map((name) => {
          const fault = form.optionFaults[name]
          const [label, about] = t.optionWords[name]
          return (
            <div key={name} data-fault={fault ? name : undefined}>
              <Field label={label} hint={about} wrong={fault && said(fault)}>
                {(tied) => (
                  <Input
                    {...tied}
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder={t.noCap}
                    value={options[name]}
                    onChange={(event) => setOptions({ [name]: event.target.value.normalize("NFKC") })}
                  />
                )}
              </Field>
            </div>
          )
        })}
      </div>
      <Preset form={form} />
      {TICKS.map((name) => {
        const [label, about] = t.optionWords[name]
        return (
          <div key={name} className={styles.wide}>
            <TickLine
              label={label}
              about={about}
              checked={options[name]}
              onChange={(isOn) => setOptions({ [name]: isOn })}
            />
          </div>
        )
      })}
    </Folded>
  )
}

/** Which models answer; those that cannot be asked here say what they lack. */
function Preset({ form }: { form: Form }) {
  const t = useWords(formWords)
  const said = useFaultWords()
  const models = useModels(form.team.name, "").data
  const fault = form.optionFaults.preset
  const [label, about] = t.optionWords.preset
  const presets = Object.entries(models?.presets ?? {}).sort(([, a], [, b]) => Number(b.usable) - Number(a.usable))
  return (
    <div data-fault={fault ? "preset" : undefined} className={styles.preset}>
      <Field label={label} hint={about} wrong={fault && said(fault)}>
        {(tied) => (
          <Select
            {...tied}
            value={form.options.preset}
            onChange={(event) => form.setOptions({ preset: event.target.value })}
          >
            <option value="">{models ? `${t.preset} (${models.preset})` : t.preset}</option>
            {presets.map(([name, one]) => (
              <option key={name} value={name} disabled={!one.usable}>
                {one.usable ? name : `${name}: ${one.lacks}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
