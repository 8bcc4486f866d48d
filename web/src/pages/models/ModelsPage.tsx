import useSWR from "swr"
import { useSearchParams } from "wouter"
import { api, ask, type Problem } from "@/api/client"
import type { ModelsShown } from "@/api/types/server"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Card, Failed, Field, Loading, Note, Select, Stack } from "@/ui"
import styles from "./models.module.css"
import { Roles } from "./Roles"
import { modelsWords } from "./words"

const useModels = (preset: string) =>
  useSWR<ModelsShown, Problem>(
    `models/${preset}`,
    () => ask(api.GET("/api/models", { params: { query: { preset } } })),
    { keepPreviousData: true },
  )

/** What answers what, and why; how to have models answer where only rules do. */
export default function ModelsPage() {
  const t = useWords(modelsWords)
  useTitle(t.title)
  const [params, setParams] = useSearchParams()
  const preset = params.get("preset") ?? ""
  const { data, error, mutate } = useModels(preset)
  const { data: now } = useModels("")
  return (
    <Stack className={styles.page}>
      <h1>{t.title}</h1>
      <p>{t.about}</p>
      {error && <Failed error={error} again={() => void mutate()} />}
      {!data && !error && <Loading />}
      {now && now.roles.every((role) => role.models.every((one) => one.lacks)) && <AddKey />}
      {data && (
        <>
          <Chosen
            data={data}
            preset={preset}
            choose={(name) => setParams(name ? { preset: name } : {}, { replace: true })}
          />
          {teamsOf(data).map(([team, roles]) => (
            <Roles key={team} team={team} roles={roles} isLook={preset !== ""} />
          ))}
          <p className={styles.quiet}>{t.prices(data.prices.newest, data.prices.version)}</p>
        </>
      )}
    </Stack>
  )
}

function Chosen({ data, preset, choose }: { data: ModelsShown; preset: string; choose: (name: string) => void }) {
  const t = useWords(modelsWords)
  const { lang } = useLang()
  const about = data.presets[data.preset]
  const own = t.presets[data.preset]
  return (
    <Card>
      <Stack>
        <h2>{preset ? t.shown(data.preset) : t.now(data.preset)}</h2>
        <div>
          {about && <p lang={own ? lang : "en"}>{own ?? `${about.summary}.`}</p>}
          {!preset && (
            <p lang="en" className={styles.quiet}>
              {data.why}
            </p>
          )}
        </div>
        {about?.lacks && (
          <Note>
            <p>
              {t.lacks} <span lang="en">{about.lacks}</span>
            </p>
          </Note>
        )}
        <Field label={t.preset}>
          {(tied) => (
            <Select {...tied} className={styles.select} value={preset} onChange={(event) => choose(event.target.value)}>
              <option value="">{t.inUse}</option>
              {Object.entries(data.presets).map(([name, one]) => (
                <option key={name} value={name}>
                  {one.usable ? name : t.lacking(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </Stack>
    </Card>
  )
}

function AddKey() {
  const t = useWords(modelsWords)
  return (
    <Card className={styles.key}>
      <Stack>
        <h2>{t.rulesTitle}</h2>
        <p>{t.rules}</p>
        <ol>
          {t.steps.map(([said, command]) => (
            <li key={command}>
              {said}
              <pre>
                <code>{command}</code>
              </pre>
            </li>
          ))}
        </ol>
      </Stack>
    </Card>
  )
}

function teamsOf(data: ModelsShown): [string, ModelsShown["roles"]][] {
  const teams = new Set(data.roles.map((role) => role.team))
  return [...teams].map((team) => [team, data.roles.filter((role) => role.team === team)])
}
