import { mutate } from "swr"
import useSWR, { type SWRResponse } from "swr"
import { api, ask, type Problem } from "@/api/client"
import type { DocumentShown, Hit, KbShown, Report } from "@/api/types/server"

const named = (name: string) => ({ params: { path: { name } } })
export const keyOf = (name: string, what: string) => `kb/${name}/${what}`
const EVERY_MS = 2000

export const useBases = (): SWRResponse<KbShown[], Problem> => useSWR("kb", () => ask(api.GET("/api/kb")))

/** A base in numbers; `busy` asks again while documents are read. */
export const useBase = (name: string, busy: boolean): SWRResponse<KbShown, Problem> =>
  useSWR(keyOf(name, "shown"), () => ask(api.GET("/api/kb/{name}", named(name))), every(busy))

/** All documents of a base; `busy` asks again while documents are read. */
export const useDocuments = (name: string, busy: boolean): SWRResponse<DocumentShown[], Problem> =>
  useSWR(keyOf(name, "documents"), () => ask(api.GET("/api/kb/{name}/documents", named(name))), every(busy))

export const useReport = (name: string): SWRResponse<Report, Problem> =>
  useSWR(keyOf(name, "report"), () => ask(api.GET("/api/kb/{name}/report", named(name))))

/** The passages that answer; nothing is asked without words. */
export const useHits = (name: string, words: string): SWRResponse<Hit[], Problem> =>
  useSWR(words ? keyOf(name, `search/${words}`) : null, () =>
    ask(api.GET("/api/kb/{name}/search", { params: { path: { name }, query: { q: words } } })),
  )

/** Ask again for all that is shown of a base, and for the list of them. */
export const refresh = (name: string): void =>
  void mutate((key) => typeof key === "string" && (key === "kb" || key.startsWith(`kb/${name}/`)))

export async function makeBase(name: string): Promise<KbShown> {
  const made = await ask(api.POST("/api/kb", { body: { name } }))
  await mutate("kb")
  return made
}

export async function deleteBase(name: string): Promise<void> {
  await ask(api.DELETE("/api/kb/{name}", named(name)))
  await mutate("kb")
}

export async function removeDocument(name: string, id: string): Promise<void> {
  await ask(api.DELETE("/api/kb/{name}/documents", { params: { path: { name }, query: { id: [id] } } }))
  refresh(name)
}

function every(busy: boolean) {
  return { refreshInterval: busy ? EVERY_MS : 0 }
}
