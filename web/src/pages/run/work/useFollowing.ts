import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"

/** Nearer than this to its end a page counts as read to the end. */
const NEAR = 120

interface Followed {
  end: RefObject<HTMLDivElement | null>
  /** The work goes on below what the reader sees. */
  isAway: boolean
  goToEnd: () => void
}

/** Keeps the end of the work in sight while the reader is there, and never moves a reader who is elsewhere. */
export function useFollowing(seq: number, isRunning: boolean): Followed {
  const end = useRef<HTMLDivElement>(null)
  const isThere = useRef(false)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const look = () => {
      const below = (end.current?.getBoundingClientRect().top ?? 0) - window.innerHeight
      // Who has not scrolled reads the top of the page.
      isThere.current = window.scrollY > 0 && below < NEAR
      setAway(below > NEAR)
    }
    look()
    window.addEventListener("scroll", look, { passive: true })
    window.addEventListener("resize", look)
    return () => {
      window.removeEventListener("scroll", look)
      window.removeEventListener("resize", look)
    }
  }, [isRunning])
  useLayoutEffect(() => {
    if (isRunning && isThere.current) end.current?.scrollIntoView({ block: "end" })
  }, [seq, isRunning])
  const goToEnd = () => end.current?.scrollIntoView({ block: "end", behavior: "smooth" })
  return { end, isAway: isRunning && isAway, goToEnd }
}
