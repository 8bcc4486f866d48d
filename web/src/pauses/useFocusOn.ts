import { useEffect, useRef } from "react"

/** When `what` changes the focus goes to what is marked `data-first` below the ref, else to the first field there. */
export function useFocusOn(what: string) {
  const root = useRef<HTMLDivElement>(null)
  const before = useRef(what)
  useEffect(() => {
    if (before.current === what) return
    before.current = what
    const found = root.current?.querySelector<HTMLElement>("[data-first]")
    ;(found ?? root.current?.querySelector<HTMLElement>("textarea, input, select, button"))?.focus()
  }, [what])
  return root
}
