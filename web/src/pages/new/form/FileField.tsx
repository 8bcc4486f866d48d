import { useWords } from "@/i18n/words"
import { Input } from "@/ui"
import { FileDrop } from "@/ui/FileDrop"
import { About } from "./About"
import { ChipRow } from "./Chips"
import type { ControlProps } from "./FieldInput"
import type { Choice } from "./fields"
import styles from "./form.module.css"
import { Group } from "./Group"
import { OWN } from "./request"
import { formWords } from "./words"

/** A field for files; some take a word or an address instead. */
export function FileField(props: ControlProps) {
  const { field, form, label, about, wrong, value, onChange } = props
  const t = useWords(formWords)
  if (field.file?.words) return <WordsOrFile {...props} />
  const drop = (
    <FileDrop
      label={label}
      hint={<About text={about} />}
      wrong={wrong}
      sending={form.sending}
      place={field.name}
      many={field.file?.many}
      folder={field.file?.folder}
      forms={field.file?.forms}
    />
  )
  if (!field.file?.address) return drop
  return (
    <div className={styles.either}>
      {drop}
      <label className={styles.or}>
        <span>
          <span className="unseen">{label} </span>
          {t.address}
        </span>
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          value={String(value)}
          maxLength={field.longest}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </div>
  )
}

/** Bundled ones by their names, or a file of one's own. */
function WordsOrFile({ field, form, label, about, wrong, value, onChange }: ControlProps) {
  const choices: Choice[] = [
    { value: "", label: { en: formWords.en.standard, ja: formWords.ja.standard } },
    ...field.choices,
    { value: OWN, label: { en: formWords.en.own, ja: formWords.ja.own } },
  ]
  return (
    <Group label={label} about={about} wrong={wrong}>
      <ChipRow choices={choices} value={String(value)} onChange={onChange} />
      {value === OWN && (
        <FileDrop bare label={label} sending={form.sending} place={field.name} forms={field.file?.forms} />
      )}
    </Group>
  )
}
