import { useEffect, useState } from "react"

/** Seconds at work: what the server counted, and those since it said so, while the work goes on. */
export function useClock(counted: number, isRunning: boolean): number {
  const [since, setSince] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const start = performance.now()
    const tick = () => setSince((performance.now() - start) / 1000)
    const timer = setInterval(tick, 1000)
    return () => {
      clearInterval(timer)
      setSince(0)
    }
  }, [counted, isRunning])
  return counted + (isRunning ? since : 0)
}
