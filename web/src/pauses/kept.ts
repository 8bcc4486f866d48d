import { useCallback, useState } from "react"

const keyOf = (key: string) => `kasen.answer.${key}`

/** State that outlives a reload of the page, in this tab, until it is dropped. */
export function useKept<T>(key: string, first: T): [T, (value: T) => void, () => void] {
  const [value, setValue] = useState<T>(() => read(key) ?? first)
  const keep = useCallback(
    (now: T) => {
      setValue(now)
      write(key, JSON.stringify(now))
    },
    [key],
  )
  const drop = useCallback(() => forget(key), [key])
  return [value, keep, drop]
}

/** Nobody needs it any more. */
export const forget = (key: string): void => sessionStorage.removeItem(keyOf(key))

function read<T>(key: string): T | undefined {
  const kept = sessionStorage.getItem(keyOf(key))
  try {
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(key), text)
  } catch {
    // No room: the words stay on the page, only not over a reload.
  }
}
