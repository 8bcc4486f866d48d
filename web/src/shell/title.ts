import { useEffect } from "react"

/** Names the document while the page is shown: `Runs · Kasen`. Nothing to say yet: `Kasen`. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Kasen` : "Kasen"
    return () => {
      document.title = "Kasen"
    }
  }, [title])
}
