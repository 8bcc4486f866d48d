import { useEffect, useState } from "react"
import { ofBrowser } from "@/api/storage"

export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

/** `public/first.js` reads it too, before the first paint. */
const KEY = "kasen.theme"

const isTheme = (value: string | null): value is Theme => THEMES.some((one) => one === value)

/** What was chosen here before. */
export function keptTheme(): Theme {
  const kept = ofBrowser.get(KEY)
  return isTheme(kept) ? kept : "system"
}

/** The theme and how to change it; the choice is kept. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(keptTheme)
  useEffect(() => {
    ofBrowser.set(KEY, theme)
    if (theme === "system") delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return [theme, setTheme]
}
