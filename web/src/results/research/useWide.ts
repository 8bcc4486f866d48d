import { useCallback, useState } from "react"

/** Whether an element is at least that wide, in pixels; give `ref` to the element. */
export function useWide(
  least: number,
): [wide: boolean, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [wide, setWide] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      setWide(element.clientWidth >= least)
      const observer = new ResizeObserver(() => setWide(element.clientWidth >= least))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [least],
  )
  return [wide, ref]
}
