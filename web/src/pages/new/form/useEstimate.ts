import { useEffect, useState } from "react"
import useSWR, { type SWRResponse } from "swr"
import { api, ask, type Problem } from "@/api/client"
import type { EstimateGiven, EstimateShown } from "@/api/types/server"
import type { Field } from "./fields"
import { optionFaults } from "./options"
import type { Form } from "./useForm"

/** The mode of teams that choose by the request. */
export const AUTO = "auto"
const PAUSE_MS = 400

/** What the run may take, asked again when what matters for it has changed and rested; undefined where it is too early. */
export function useEstimate(form: Form): SWRResponse<EstimateShown, Problem> | undefined {
  const wanted = useRested(wantedOf(form))
  const answer = useSWR<EstimateShown, Problem>(
    wanted ? `estimate/${form.team.name}/${wanted}` : null,
    () =>
      ask(
        api.POST("/api/teams/{team}/estimate", {
          params: { path: { team: form.team.name } },
          body: JSON.parse(wanted) as EstimateGiven,
        }),
      ),
    { keepPreviousData: true, shouldRetryOnError: false },
  )
  return wanted ? answer : undefined
}

/**
 * The request counts only where the team chooses the mode by it: what is asked, and the lists beside it. Files do not, and
 * what is half typed shall not be refused. Empty: it is too early.
 */
function wantedOf(form: Form): string {
  if (Object.keys(optionFaults(form.options)).length) return ""
  const options = form.given()
  if (form.mode !== AUTO) return JSON.stringify({ mode: form.mode, request: {}, options })
  const counting = form.fields.filter(({ name, kind }) => name === form.team.argument || LISTS.has(kind))
  const names = new Set(counting.map((one) => one.name))
  const request = Object.fromEntries(Object.entries(form.request()).filter(([name]) => names.has(name)))
  return SAYS_SOMETHING.test(String(request[form.team.argument] ?? ""))
    ? JSON.stringify({ mode: AUTO, request, options })
    : ""
}

const LISTS = new Set<Field["kind"]>(["tags", "lines"])
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const waiting = setTimeout(() => setRested(value), PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [value])
  return rested
}
