import { useEffect, useState } from "react"
import { useSearchParams } from "wouter"

/** What of the list is wanted; empty fields leave all of it. It stands in the address, so that it can be linked. */
export interface Wanted {
  q: string
  team: string
  status: string
}

const NAMES = ["q", "team", "status"] as const
const TYPING_MS = 250

export function wantedOf(params: URLSearchParams): Wanted {
  return { q: params.get("q") ?? "", team: params.get("team") ?? "", status: params.get("status") ?? "" }
}

/** The address's query for what is wanted, without what is empty. */
export function queryOf(wanted: Wanted): URLSearchParams {
  return new URLSearchParams(NAMES.flatMap((name) => (wanted[name] ? [[name, wanted[name]]] : [])))
}

/** What the address wants, and how to want something else. */
export function useWanted(): [Wanted, (change: Partial<Wanted>) => void] {
  const [params, setParams] = useSearchParams()
  const wanted = wantedOf(params)
  const change = (some: Partial<Wanted>) =>
    setParams((now) => queryOf({ ...wantedOf(now), ...some }), { replace: true })
  return [wanted, change]
}

/** The text of a field that tells what was typed once nothing more comes; a text from elsewhere takes its place. */
export function useTyped(value: string, tell: (value: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: value, of: value })
  if (typed.of !== value) setTyped({ text: typed.text.trim() === value ? typed.text : value, of: value })
  const { text } = typed
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => tell(text.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  })
  return [text, (next) => setTyped({ text: next, of: value })]
}
