import type { Event } from "./state"

export type Told = { type: Event["type"]; node?: string; task?: string } & Record<string, unknown>

/** Events with their numbers, as a run would write them; `at` is a second per event. */
export function events(told: Told[], first = 1): Event[] {
  return told.map((one, place) => {
    const at = new Date(Date.UTC(2026, 10, 25, 9, 30, place)).toISOString()
    return { run_id: "R", seq: first + place, attempt: 1, at, node: "", task: "", ...one } as unknown as Event
  })
}

export const started = { type: "run_started", team: "t", mode: "quick", title: "T", why: "w", lang: "en" } as const
export const preset = { preset: "none", caps: { usd: 1 } }

/** Numbers that are the same on each call: a small generator (mulberry32). */
export function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
