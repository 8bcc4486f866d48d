import { Link } from "wouter"
import type { EstimateShown } from "@/api/types/server"
import { useFormats } from "@/i18n/formats"
import { useLang } from "@/i18n/lang"
import { useNames } from "@/i18n/names"
import { useTold } from "@/i18n/told"
import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import styles from "./form.module.css"
import { AUTO, useEstimate } from "./useEstimate"
import type { Form } from "./useForm"
import { useModels } from "./useModels"
import { formWords } from "./words"

const RULE = "rule"

/** Calls, tokens, money and time, least and most; that it is free where rules answer. */
export function Estimate({ form }: { form: Form }) {
  const t = useWords(formWords)
  const told = useTold()
  const answer = useEstimate(form)
  if (!answer) return <p className={styles.quiet}>{t.later}</p>
  const { data, error, isValidating } = answer
  if (error) {
    const why = told(error.status === 422 ? t.later : error.message)
    return (
      <p className={styles.quiet} lang={why.lang}>
        {why.text}
      </p>
    )
  }
  if (!data) return <p className={styles.quiet}>{t.estimating}</p>
  const byRules = data.roles.filter((one) => one.model === RULE).map((one) => one.role)
  const isFree = byRules.length === data.roles.length
  return (
    <div className={styles.estimate} aria-busy={isValidating}>
      <Chosen form={form} mode={data.mode} />
      {isFree ? <Free form={form} preset={data.preset} /> : <Figures data={data} />}
      {!isFree && byRules.length > 0 && <ByRules form={form} roles={byRules} preset={data.preset} />}
    </div>
  )
}

/** The mode that the team would choose. */
function Chosen({ form, mode }: { form: Form; mode: string }) {
  const t = useWords(formWords)
  const { lang } = useLang()
  const found = form.team.about_modes.find((one) => one.name === mode)
  if (form.mode !== AUTO || !found) return null
  return <p className={styles.chosen}>{t.chosen(lang === "ja" ? found.label_ja : found.label)}</p>
}

function Free({ form, preset }: { form: Form; preset: string }) {
  const t = useWords(formWords)
  const presets = Object.entries(useModels(form.team.name, "").data?.presets ?? {})
  const isChosen = form.options.preset === "none"
  const hasKey = presets.some(([name, one]) => one.usable && name !== "none" && name !== "manual")
  return (
    <>
      <p>
        <Badge tone="good">{t.free}</Badge>
      </p>
      <p className={styles.quiet}>{t.freeWhy}</p>
      {!isChosen && preset === "none" && presets.length > 0 && !hasKey && (
        <p className={styles.quiet}>
          {t.noKey} <Link href="/models">{t.addKey}</Link>
        </p>
      )}
    </>
  )
}

function Figures({ data }: { data: EstimateShown }) {
  const t = useWords(formWords)
  const { number, seconds } = useFormats()
  const tokens = {
    low: data.input_tokens.low + data.output_tokens.low,
    high: data.input_tokens.high + data.output_tokens.high,
  }
  const rows = [
    [t.price, t.range2(priceOf(data.usd.low), priceOf(data.usd.high))],
    [t.time, t.range2(seconds(minutely(data.seconds.low)), seconds(minutely(data.seconds.high)))],
    [t.calls, t.range2(number(data.calls.low), number(data.calls.high))],
    [t.tokens, t.range2(number(roughly(tokens.low)), number(roughly(tokens.high)))],
  ]
  return (
    <>
      <dl className={styles.figures}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.usd_unknown && <p className={styles.quiet}>{t.unknownPrice}</p>}
      {data.seconds_unknown && <p className={styles.quiet}>{t.unknownTime}</p>}
    </>
  )
}

/** An estimate is not known to more than two digits. */
const roughly = (value: number) => Number(value.toPrecision(2))

/** Nor to the second, when it takes minutes. */
const minutely = (seconds: number) => (seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60)

const priceOf = (usd: number) => `$${usd === 0 || usd >= 0.1 ? usd.toFixed(2) : usd.toPrecision(2)}`

/** Roles whose models cannot be asked. */
function ByRules({ form, roles, preset }: { form: Form; roles: string[]; preset: string }) {
  const t = useWords(formWords)
  const { node } = useNames()
  const found = useModels(form.team.name, preset).data?.roles ?? []
  const lacking = found.filter((one) => roles.includes(one.role) && one.models.some((model) => model.lacks))
  if (!lacking.length) return null
  return (
    <p className={styles.quiet}>
      {t.byRules}: {lacking.map((one) => node(one.role)).join(", ")}. {t.byRulesWhy}{" "}
      <Link href="/models">{t.addKey}</Link>
    </p>
  )
}
