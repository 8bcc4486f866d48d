import { useEffect, useRef } from "react"
import type { Problem } from "@/api/client"
import { problemIn } from "./transport"

/** Milliseconds between two tries to find the server again. */
const AGAIN_MS = 2000

/** After trouble it asks what is to be done, until that works; `onLost` hears that the server does not answer. */
export function useRecovery(
  trouble: Error | undefined,
  recover: (problem: Problem) => Promise<void>,
  onLost: () => void,
): void {
  const latest = useRef({ recover, onLost })
  useEffect(() => {
    latest.current = { recover, onLost }
  })
  useEffect(() => {
    if (!trouble) return
    const problem = problemIn(trouble)
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const attempt = () => {
      latest.current.recover(problem).catch(() => {
        if (isOver) return
        latest.current.onLost()
        timer = setTimeout(attempt, AGAIN_MS)
      })
    }
    attempt()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [trouble])
}
