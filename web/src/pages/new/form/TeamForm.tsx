import { type FormEvent, useEffect, useRef } from "react"
import { Link } from "wouter"
import type { TeamShown } from "@/api/types/server"
import { useLang } from "@/i18n/lang"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { TeamMark } from "../TeamMark"
import { ExampleButton } from "./ExampleButton"
import { FieldInput } from "./FieldInput"
import { isUsed } from "./fields"
import styles from "./form.module.css"
import { ModePicker } from "./ModePicker"
import { Options } from "./Options"
import { Sections } from "./Sections"
import { StartCard } from "./StartCard"
import { useForm } from "./useForm"
import { formWords } from "./words"

/** The form of a team, drawn from the schema of its request. */
export function TeamForm({ team }: { team: TeamShown }) {
  const t = useWords(formWords)
  const { lang } = useLang()
  const name = useNames().team(team.name)
  const form = useForm(team)
  const whole = useRef<HTMLFormElement>(null)
  useTitle(name)
  useEffect(() => {
    if (form.failures) showFault(whole.current)
  }, [form.failures])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.start()
  }
  const shown = form.fields.filter((one) => one.section === "next" && isUsed(one, form.mode))
  const first = shown.filter((one) => one.name === team.argument)
  const rest = shown.filter((one) => one.name !== team.argument)
  // What another mode than the usual one asks stands right below it.
  const own = rest.filter((one) => !isUsed(one, team.default_mode))
  const next = [...own, ...rest.filter((one) => !own.includes(one))]
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
        <ExampleButton form={form} />
      </header>
      <form ref={whole} noValidate onSubmit={submit} className={styles.form}>
        <div className={styles.fields}>
          {first.map((field) => (
            <FieldInput key={field.name} field={field} form={form} large />
          ))}
          <ModePicker form={form} />
          {next.map((field) => (
            <FieldInput key={field.name} field={field} form={form} />
          ))}
          <div className={styles.sections}>
            <Sections form={form} />
            <Options form={form} />
          </div>
        </div>
        <StartCard form={form} />
      </form>
    </div>
  )
}

/** Open and focus the first field that is wrong. */
function showFault(form: HTMLFormElement | null) {
  const wrong = form?.querySelector<HTMLElement>("[data-fault]")
  if (!wrong) return
  const folded = wrong.closest("details")
  if (folded) folded.open = true
  wrong.querySelector<HTMLElement>("input, textarea, select")?.focus()
}
