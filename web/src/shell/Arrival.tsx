import { type ReactNode, useEffect } from "react"
import { useLocation } from "wouter"

let shown = window.location.pathname
let wentBack = false
addEventListener("popstate", () => {
  wentBack = true
})

/**
 * Puts the focus on the heading of a page that one came to, and its beginning into view; back and forward keep their
 * place. To be mounted with each page, so that it acts when the page is there.
 */
export function Arrival({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  useEffect(() => {
    const from = shown
    shown = location
    if (from === location) return
    const content = document.getElementById("content")
    const heading = content?.querySelector("h1")
    if (heading) heading.tabIndex = -1
    ;(heading ?? content)?.focus({ preventScroll: true })
    if (!wentBack) window.scrollTo(0, 0)
    wentBack = false
  }, [location])
  return children
}
