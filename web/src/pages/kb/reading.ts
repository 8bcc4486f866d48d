import useSWR, { mutate } from "swr"
import { api, ask, type Problem } from "@/api/client"
import type { ReadingShown, Upload } from "@/api/types/server"
import { keyOf, refresh } from "./asking"
import { isLost, tellerOf, type UnderWay } from "./telling"

const EVERY_MS = 700
const NONE: readonly ReadingShown[] = []

/** What is read into a base, as the server tells it. */
export interface Readings {
  shown: readonly ReadingShown[]
  /** The server was started anew since it began to read: nobody will tell what came of it. */
  isLost: boolean
}

/** Base → readings that were under way when one last looked. */
const underWay = new Map<string, UnderWay>()
const lost = new Set<string>()

const readingsOf = (base: string) => keyOf(base, "readings")

export const isUnderWay = (one: ReadingShown): boolean => !one.outcome && !one.problem

async function look(base: string): Promise<Readings> {
  const before: UnderWay = underWay.get(base) ?? new Map()
  const asked = api.GET("/api/kb/{name}/readings", { params: { path: { name: base } } })
  const shown = await ask(asked)
  const teller = tellerOf((await asked).response)
  const now = shown.filter(isUnderWay).map((one) => [one.id, teller] as const)
  const begunMeanwhile = [...(underWay.get(base) ?? [])].filter(([id]) => !before.has(id))
  underWay.set(base, new Map([...begunMeanwhile, ...now]))
  const told = shown.map((one) => one.id)
  if (isLost(before, told, teller)) lost.add(base)
  if ([...before.keys()].some((id) => !now.some(([one]) => one === id))) setTimeout(() => refresh(base))
  return { shown, isLost: lost.has(base) }
}

/** What is read into a base now, and what was in the last hour; asked again while something is under way. */
export function useReadings(base: string): Readings {
  const { data } = useSWR<Readings, Problem>(readingsOf(base), () => look(base), {
    refreshInterval: (found) => (found?.shown.some(isUnderWay) ? EVERY_MS : 0),
  })
  return data ?? { shown: NONE, isLost: false }
}

/** Have the server read uploads into a base; it goes on wherever the person is by then. Throws Problem. */
export async function read(base: string, uploads: readonly Upload[]): Promise<void> {
  const given = { params: { path: { name: base } }, body: { uploads: uploads.map((one) => `upload:${one.id}`) } }
  const asked = api.POST("/api/kb/{name}/readings", given)
  const begun = await ask(asked)
  underWay.set(base, new Map([...(underWay.get(base) ?? []), [begun.id, tellerOf((await asked).response)]]))
  await mutate(readingsOf(base))
}

/** What was read is told no longer. Throws Problem. */
export async function forget(base: string, id: string): Promise<void> {
  await ask(api.DELETE("/api/kb/{name}/readings/{reading_id}", { params: { path: { name: base, reading_id: id } } }))
  await mutate(readingsOf(base))
}

/** That a reading was lost has been seen. */
export function forgetLost(base: string): void {
  lost.delete(base)
  void mutate(readingsOf(base))
}
