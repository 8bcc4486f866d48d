import type { Middleware } from "openapi-fetch"

/** What the frame of the pages has to know of every answer: whether there is a server, and whether it knows us. */
export interface Reach {
  /** The last request got no answer of a server. */
  gone: boolean
  /** How often a request was refused for want of a token. */
  refused: number
}

let now: Reach = { gone: false, refused: 0 }
const readers = new Set<() => void>()

const set = (next: Reach) => {
  now = next
  for (const tell of readers) tell()
}

/** For `useSyncExternalStore`. */
export const reach = {
  now: (): Reach => now,
  listen: (tell: () => void): (() => void) => {
    readers.add(tell)
    return () => void readers.delete(tell)
  },
}

/** A server answered with that status. Whoever asks past `api` (streams, uploads) says it here. */
export function noteAnswer(status: number): void {
  if (now.gone || status === 401) set({ gone: false, refused: now.refused + (status === 401 ? 1 : 0) })
}

/** No server answered. */
export function noteSilence(): void {
  if (!now.gone) set({ ...now, gone: true })
}

/** A proxy answers for a server that is gone, and its answer is none of ours. */
const isOfProxy = (response: Response) =>
  [500, 502, 504].includes(response.status) && !response.headers.get("content-type")?.includes("json")

export const reachMiddleware: Middleware = {
  onResponse: ({ response }) => {
    if (isOfProxy(response)) noteSilence()
    else noteAnswer(response.status)
  },
  onError: ({ error }) => {
    if (!(error instanceof DOMException)) noteSilence()
  },
}
