import { useEffect, useRef, useState } from "react"
import type { Problem } from "@/api/client"
import { problemIn } from "./transport"

/** Milliseconds between two tries to find the server again. */
const AGAIN_MS = 2000

/** After trouble it asks what is to be done, until that works; `onLost` hears that it did not. */
export function useRecovery(
  trouble: Error | undefined,
  recover: (problem: Problem) => Promise<void>,
  onLost: () => void,
): void {
  const latest = useRef({ trouble, recover, onLost })
  const isBusy = useRef(false)
  const isGone = useRef(false)
  const [, again] = useState(0)
  useEffect(() => {
    latest.current = { trouble, recover, onLost }
    if (!trouble || isBusy.current) return
    isBusy.current = true
    const attempt = (): Promise<void> =>
      latest.current.recover(problemIn(trouble)).catch(async () => {
        if (isGone.current) return
        latest.current.onLost()
        await new Promise((done) => setTimeout(done, AGAIN_MS))
        return isGone.current ? undefined : attempt()
      })
    void attempt().then(() => {
      isBusy.current = false
      // What came meanwhile is looked at now.
      if (latest.current.trouble && latest.current.trouble !== trouble) again((count) => count + 1)
    })
  })
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
}
