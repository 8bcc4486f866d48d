import { useCallback, useEffect, useRef } from "react"

const CHANNEL = "kasen.chats"

/** The same chat in other tabs: `tell` lets them look again; they, and a tab that is come back to, do so when idle. */
export function useOthers(id: string, isBusy: boolean, look: () => Promise<void>): () => void {
  const latest = useRef({ isBusy, look })
  const mine = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    latest.current = { isBusy, look }
  })
  useEffect(() => {
    const maybe = () => {
      if (!latest.current.isBusy) latest.current.look().catch(() => undefined)
    }
    const channel = new BroadcastChannel(CHANNEL)
    mine.current = channel
    channel.onmessage = (event) => {
      if (event.data === id) maybe()
    }
    const seen = () => {
      if (document.visibilityState === "visible") maybe()
    }
    document.addEventListener("visibilitychange", seen)
    return () => {
      channel.close()
      document.removeEventListener("visibilitychange", seen)
    }
  }, [id])
  return useCallback(() => mine.current?.postMessage(id), [id])
}
