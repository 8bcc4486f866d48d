import type { OptionsGiven } from "@/api/types/server"
import type { Fault, Faults } from "./request"

/** How a run is driven, as a form asks it: numbers as they are typed. */
export interface OptionsTyped {
  preset: string
  usd: string
  minutes: string
  calls: string
  localOnly: boolean
  yes: boolean
  fresh: boolean
  reuse: boolean
}

export const FIRST_OPTIONS: OptionsTyped = {
  preset: "",
  usd: "",
  minutes: "",
  calls: "",
  localOnly: false,
  yes: false,
  fresh: false,
  reuse: false,
}

/** Names of options in the server's words and in the form's. */
export const OPTION_OF: Record<string, keyof OptionsTyped> = {
  preset: "preset",
  budget_usd: "usd",
  budget_seconds: "minutes",
  budget_calls: "calls",
  local_only: "localOnly",
}

/** What the server is asked; caps only where they are said. */
export function optionsOf(typed: OptionsTyped): OptionsGiven {
  return {
    preset: typed.preset,
    local_only: typed.localOnly,
    yes: typed.yes,
    fresh: typed.fresh,
    reuse_answers: typed.reuse,
    continues: "",
    thread: "",
    ...(typed.usd.trim() && { budget_usd: Number(typed.usd) }),
    ...(typed.minutes.trim() && { budget_seconds: Number(typed.minutes) * 60 }),
    ...(typed.calls.trim() && { budget_calls: Number(typed.calls) }),
  }
}

export function optionFaults(typed: OptionsTyped): Faults {
  const found: [keyof OptionsTyped, Fault | undefined][] = [
    ["usd", faultOf(typed.usd, { least: 0 })],
    ["minutes", faultOf(typed.minutes, { least: 0, above: true })],
    ["calls", faultOf(typed.calls, { least: 0, whole: true })],
  ]
  return Object.fromEntries(found.filter(([, fault]) => fault)) as Faults
}

interface Bounds {
  least: number
  above?: boolean
  whole?: boolean
}

function faultOf(text: string, { least, above, whole }: Bounds): Fault | undefined {
  if (!text.trim()) return undefined
  const number = Number(text)
  if (!Number.isFinite(number)) return { kind: "number" }
  if (above && number <= least) return { kind: "positive" }
  if (number < least) return { kind: "range", least, most: undefined }
  return whole && !Number.isInteger(number) ? { kind: "whole" } : undefined
}
