import { useCallback, useEffect, useMemo, useState } from "react"
import type { Claim } from "@/api/types/server"
import type { Report } from "@/api/types/research"
import { type Cited, citedIn, type Opening } from "./cited"
import { type Filter, sieveOf, type Sieve } from "./filter"
import type { Claims } from "./support"

/** Where the reader is: the passage that is open, and what is filtered. */
export interface Reading {
  claims: Claims
  cited: Cited
  opened: Opening | undefined
  /** Opens it, or closes it when it is open. */
  toggle: (opening: Opening) => void
  /** Closes what is open; the focus goes back to where it was opened. */
  close: () => void
  /** To the next mark in reading order, or the one before it. */
  step: (by: 1 | -1) => void
  /** Which of the marks is open, from 1; 0 for what is no mark of the text. */
  number: number
  filter: Filter
  setFilter: (filter: Filter) => void
  sieve: Sieve
}

export const PANEL = "passage"

const elementOf = (opening: Opening) => document.getElementById(opening.id)

export function useReading(report: Report, given: Claim[] | undefined): Reading {
  const claims = useMemo(() => new Map(given?.map((one) => [one.id, one])), [given])
  const cited = useMemo(() => citedIn(report, claims), [report, claims])
  const [open, setOpen] = useState<Opening>()
  const [filter, setFilter] = useState<Filter>()
  const sieve = useMemo(() => sieveOf(filter, claims), [filter, claims])
  // Marks are made again when the claims arrive: what is open is known by its id.
  const opened = open && (cited.openings.find((one) => one.id === open.id) ?? open)

  const close = useCallback(() => {
    if (opened) elementOf(opened)?.focus({ preventScroll: true })
    setOpen(undefined)
  }, [opened])

  const toggle = useCallback((opening: Opening) => setOpen((was) => (was?.id === opening.id ? undefined : opening)), [])

  const number = opened ? cited.openings.indexOf(opened) + 1 : 0

  const step = useCallback(
    (by: 1 | -1) => {
      // Marks that a filter hides are passed over.
      const shown = cited.openings.filter((one) => one === opened || elementOf(one))
      const next = shown[(opened ? shown.indexOf(opened) : -1) + by]
      if (next) setOpen(next)
    },
    [cited, opened],
  )

  useEffect(() => {
    if (!opened) return
    const closing = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) close()
    }
    document.addEventListener("keydown", closing)
    return () => document.removeEventListener("keydown", closing)
  }, [opened, close])

  return { claims, cited, opened, toggle, close, step, number, filter, setFilter, sieve }
}
