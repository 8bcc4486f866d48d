import { useCallback, useState } from "react"

/** Where passages are shown: in a column of their own, over what lies left of the text, or at the foot of the window. */
export type Room = { at: "beside" } | { at: "over"; left: number; width: number } | { at: "foot" }

/** From here on, in pixels, text and passage stand side by side within the result. */
const BESIDE = 860
/** What a passage needs left of the text, and takes at most. */
const LEAST = 300
const MOST = 416
const GAP = 20

/** The room that an element leaves for passages, measured again when it or the window changes; `ref` goes to it. */
export function useRoom(): [room: Room, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState<Room>({ at: "foot" })
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setRoom((was) => same(was, roomAt(element)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener("resize", measure)
    return () => {
      observer.disconnect()
      window.removeEventListener("resize", measure)
    }
  }, [])
  return [room, ref]
}

/** The room before, where nothing changed, so that nothing is drawn again. */
const same = (was: Room, now: Room): Room => (JSON.stringify(was) === JSON.stringify(now) ? was : now)

function roomAt(element: HTMLElement): Room {
  if (element.clientWidth >= BESIDE) return { at: "beside" }
  const { left } = element.getBoundingClientRect()
  const content = element.closest("main")?.getBoundingClientRect().left ?? 0
  const width = Math.min(MOST, left - content - GAP * 2)
  return width >= LEAST ? { at: "over", left: left - GAP - width, width } : { at: "foot" }
}
