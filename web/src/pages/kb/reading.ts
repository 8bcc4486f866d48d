import useSWR, { mutate } from "swr"
import { api, ask, type Problem } from "@/api/client"
import type { ReadingShown, Upload } from "@/api/types/server"
import { keyOf, refresh } from "./asking"

const EVERY_MS = 700
const NONE: readonly ReadingShown[] = []

/** What is read into a base, as the server tells it. */
export interface Readings {
  shown: readonly ReadingShown[]
  /** The server was ended while it read: nobody will tell what came of it. */
  isLost: boolean
}

/** Base → readings that were under way when one last looked. */
const underWay = new Map<string, readonly string[]>()
const lost = new Set<string>()

const readingsOf = (base: string) => keyOf(base, "readings")

export const isUnderWay = (one: ReadingShown): boolean => !one.outcome && !one.problem

async function look(base: string): Promise<Readings> {
  const shown = await ask(api.GET("/api/kb/{name}/readings", { params: { path: { name: base } } }))
  const before = underWay.get(base) ?? []
  const now = shown.filter(isUnderWay).map((one) => one.id)
  underWay.set(base, now)
  if (before.some((id) => !shown.some((one) => one.id === id))) lost.add(base)
  if (before.some((id) => !now.includes(id))) setTimeout(() => refresh(base))
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
  const begun = await ask(api.POST("/api/kb/{name}/readings", given))
  underWay.set(base, [...(underWay.get(base) ?? []), begun.id])
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
