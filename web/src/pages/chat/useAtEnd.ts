import { useCallback, useEffect, useRef, useState } from "react"

/** Pixels from the end within which one counts as being there. */
const NEAR = 160

/** Keeps the end of a growing page in view for who is there; who reads further up is left alone. */
export function useAtEnd(grows: unknown) {
  const stays = useRef(true)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      stays.current = scrollHeight - clientHeight - scrollTop < NEAR
      setAway(!stays.current)
    }
    addEventListener("scroll", look, { passive: true })
    return () => removeEventListener("scroll", look)
  }, [])
  const toEnd = useCallback(() => {
    stays.current = true
    scrollTo({ top: document.documentElement.scrollHeight })
  }, [])
  useEffect(() => {
    if (stays.current) scrollTo({ top: document.documentElement.scrollHeight })
  }, [grows])
  return { isAway, toEnd }
}
