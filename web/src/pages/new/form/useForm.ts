import { useEffect, useMemo, useRef, useState } from "react"
import { useLocation, useSearchParams } from "wouter"
import { Problem } from "@/api/client"
import { type Sending, type SentFile, useSending } from "@/api/sending"
import { startRun } from "@/api/starting"
import type { OptionsGiven, TeamShown } from "@/api/types/server"
import { valuesIn } from "./address"
import { draftOf, dropDraft, keepDraft } from "./draft"
import { type Field, fieldsOf, firstValues, type Value, type Values } from "./fields"
import { FIRST_OPTIONS, OPTION_OF, optionFaults, optionsOf, type OptionsTyped } from "./options"
import { type Faults, faultsOf, requestOf } from "./request"
import { toldOf } from "./told"

/** A team's form as it stands. Faults are shown from the first try on. */
export interface Form {
  team: TeamShown
  fields: Field[]
  mode: string
  values: Values
  options: OptionsTyped
  sending: Sending
  faults: Faults
  optionFaults: Faults
  /** What the server refused that belongs to no field. */
  problem: unknown
  busy: boolean
  /** How often a start was tried in vain: what is wrong gets the focus then. */
  failures: number
  setMode: (mode: string) => void
  setValue: (name: string, value: Value) => void
  setOptions: (news: Partial<OptionsTyped>) => void
  fill: (values: Values, mode: string) => void
  request: () => Record<string, unknown>
  given: () => OptionsGiven
  start: () => void
}

export function useForm(team: TeamShown): Form {
  const fields = useMemo(() => fieldsOf(team), [team])
  const typed = useTyped(team, fields)
  const { mode, values, options, sending } = typed
  const [failures, setFailures] = useState(0)
  const [told, setTold] = useState<{ fields: Faults; options: Faults; problem?: unknown }>(NOTHING)
  const filled = { fields, values, files: sending.files, mode }
  const own = { fields: faultsOf(filled), options: optionFaults(options) }

  const place = (error: unknown) => {
    const where = error instanceof Problem ? toldOf(error, namesOf(fields), sending.files) : { at: "form" as const }
    if (where.at === "field") setTold(toldAt(where.name, { [where.name]: where.fault }, where.fault))
    else if (where.at === "file") sending.reset(lost(sending.files, where.key))
    else setTold({ ...NOTHING, problem: error })
  }
  const start = useStarting(team.name, {
    isReady: () => !Object.keys({ ...own.fields, ...own.options }).length,
    given: () => ({ team: team.name, mode, request: requestOf(filled), options: optionsOf(options) }),
    onFailed: (error) => {
      setFailures((count) => count + 1)
      if (error === undefined) setTold(NOTHING)
      else place(error)
    },
  })
  return {
    ...typed,
    team,
    fields,
    faults: failures ? { ...told.fields, ...own.fields } : {},
    optionFaults: failures ? { ...told.options, ...own.options } : {},
    problem: told.problem,
    failures,
    ...start,
    setMode: (next) => {
      setTold(NOTHING)
      typed.setMode(next)
    },
    setValue: (name, value) => {
      setTold(({ fields, options }) => ({ fields: without(fields, name), options }))
      typed.setValue(name, value)
    },
    setOptions: (news) => {
      setTold(NOTHING)
      typed.setOptions(news)
    },
    request: () => requestOf(filled),
    given: () => optionsOf(options),
  }
}

const NOTHING = { fields: {}, options: {} }

const namesOf = (fields: readonly Field[]) => [...fields.map((one) => one.name), ...Object.keys(OPTION_OF)]

const without = (faults: Faults, name: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([one]) => one !== name))

/** The server has a file no more: uploads that no run takes go after a day. */
const lost = (files: readonly SentFile[], key: string): SentFile[] =>
  files.map(({ upload, ...one }) => {
    if (one.key === key) return { ...one, refusal: { kind: "gone" } }
    return upload ? { ...one, upload } : one
  })

/** A name is a field's before it is an option's. */
function toldAt(name: string, faults: Faults, fault: Faults[string]) {
  const option = OPTION_OF[name]
  return option ? { fields: faults, options: { [option]: fault } } : { fields: faults, options: {} }
}

/** What was typed, kept in the tab until a run begins. */
function useTyped(team: TeamShown, fields: Field[]) {
  const [search, setSearch] = useSearchParams()
  const [draft] = useState(() => draftOf(team.name))
  const [mode, setMode] = useState(() => {
    const wanted = search.get("mode") ?? draft?.mode
    return team.modes.find((one) => one === wanted) ?? team.default_mode
  })
  const [values, setValues] = useState<Values>(() => ({
    ...firstValues(fields),
    ...draft?.values,
    ...valuesIn(search, fields),
  }))
  const [options, setOptions] = useState<OptionsTyped>(() => ({ ...FIRST_OPTIONS, ...draft?.options }))
  const sending = useSending(() => draft?.files ?? [])
  // What the address said is in the form now: a reload shall not say it over what was typed since.
  useEffect(() => {
    if (search.size > 1) setSearch({ team: team.name }, { replace: true })
  }, [search, setSearch, team.name])
  useEffect(
    () => keepDraft(team.name, { mode, values, options, files: sending.files }),
    [team.name, mode, values, options, sending.files],
  )
  return {
    mode,
    values,
    options,
    sending,
    setMode,
    setValue: (name: string, value: Value) => setValues((now) => ({ ...now, [name]: value })),
    setOptions: (news: Partial<OptionsTyped>) => setOptions((now) => ({ ...now, ...news })),
    fill: (news: Values, wanted: string) => {
      setValues((now) => ({ ...now, ...news }))
      setMode(wanted)
    },
  }
}

interface Starting {
  isReady: () => boolean
  given: () => Parameters<typeof startRun>[0]
  /** Undefined where the server was not asked. */
  onFailed: (error: unknown) => void
}

/** Begins one run, however often it is asked to. */
function useStarting(team: string, { isReady, given, onFailed }: Starting) {
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const begin = async () => {
    underWay.current = true
    setBusy(true)
    try {
      const run = await startRun(given())
      dropDraft(team)
      go(`/runs/${run.id}`)
    } catch (error) {
      underWay.current = false
      setBusy(false)
      onFailed(error)
    }
  }
  const start = () => {
    if (underWay.current) return
    if (isReady()) void begin()
    else onFailed(undefined)
  }
  return { busy, start }
}
