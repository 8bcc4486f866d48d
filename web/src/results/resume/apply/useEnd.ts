import { useEffect } from "react"

/** Ask again and again while a short run is at work: it takes seconds. */
export function useEnd(id: string, isWorking: boolean, again: () => unknown): void {
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(again, 700)
    return () => clearInterval(timer)
  }, [id, isWorking, again])
}
