import { useCallback, useRef, useState } from "react"
import { ofTab } from "@/api/storage"

const keyOf = (key: string) => `kasen.answer.${key}`

/** A value, or what becomes of the one that is there when it is kept. */
type Change<T> = T | ((was: T) => T)

/** State that outlives a reload of the page, in this tab, until it is dropped. */
export function useKept<T>(key: string, first: T): [T, (change: Change<T>) => void, () => void] {
  const [value, setValue] = useState<T>(() => read(key) ?? first)
  const latest = useRef(value)
  const keep = useCallback(
    (change: Change<T>) => {
      const now = typeof change === "function" ? (change as (was: T) => T)(latest.current) : change
      latest.current = now
      setValue(() => now)
      ofTab.set(keyOf(key), JSON.stringify(now))
    },
    [key],
  )
  const drop = useCallback(() => forget(key), [key])
  return [value, keep, drop]
}

/** Nobody needs it any more. */
export const forget = (key: string): void => ofTab.drop(keyOf(key))

function read<T>(key: string): T | undefined {
  const kept = ofTab.get(keyOf(key))
  try {
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}
