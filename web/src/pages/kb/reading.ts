import { useMemo, useSyncExternalStore } from "react"
import { api, ask } from "@/api/client"
import type { AddedShown, Upload } from "@/api/types/server"
import { refresh } from "./asking"

/** Documents that the server reads, or has read; it outlives the page that began it. */
export interface Reading {
  id: number
  base: string
  count: number
  startedAt: number
  answer?: AddedShown
  error?: unknown
}

let readings: readonly Reading[] = []
let counted = 0
const heard = new Set<() => void>()

function set(next: readonly Reading[]) {
  readings = next
  for (const hear of heard) hear()
}

function subscribe(hear: () => void) {
  heard.add(hear)
  return () => heard.delete(hear)
}

/** Have the server read uploads into a base. Answers come to `useReadings`, wherever the person is by then. */
export async function read(base: string, uploads: readonly Upload[]): Promise<void> {
  counted += 1
  const id = counted
  set([...readings, { id, base, count: uploads.length, startedAt: Date.now() }])
  const given = { params: { path: { name: base } }, body: { uploads: uploads.map((one) => `upload:${one.id}`) } }
  const news = await ask(api.POST("/api/kb/{name}/documents", given)).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  set(readings.map((one) => (one.id === id ? { ...one, ...news } : one)))
  refresh(base)
}

/** What was read is told no longer. */
export const forget = (id: number): void => set(readings.filter((one) => one.id !== id))

export const isUnderWay = (one: Reading): boolean => !one.answer && one.error === undefined

/** What is read into a base now, and what was read since the pages were opened. */
export function useReadings(base: string): readonly Reading[] {
  const all = useSyncExternalStore(subscribe, () => readings)
  return useMemo(() => all.filter((one) => one.base === base), [all, base])
}
