import { useState } from "react"

export interface Doing {
  busy: boolean
  error: unknown
  /** Does one thing at a time; gives whether it worked. */
  run: (what: () => Promise<unknown>) => Promise<boolean>
}

/** Something that a person sets off: under way, done, or refused. */
export function useDoing(): Doing {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (what: () => Promise<unknown>) => {
    setBusy(true)
    setError(undefined)
    try {
      await what()
      return true
    } catch (problem) {
      setError(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run }
}
