import { useEffect, useState } from "react"

/** Seconds since a moment, while it goes on; 0 when it does not. */
export function useClock(since: string, isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return isRunning && since ? Math.max(0, now - Date.parse(since)) / 1000 : 0
}
