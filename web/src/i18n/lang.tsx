import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react"
import { ofBrowser } from "@/api/storage"
import type { Lang } from "@/i18n/words"

interface Chosen {
  lang: Lang
  setLang: (lang: Lang) => void
}

const KEY = "kasen.lang"
const Context = createContext<Chosen>({ lang: "en", setLang: () => undefined })

/** The language of the pages, and how to change it. */
export const useLang = (): Chosen => use(Context)

/** What was chosen here before, else what the browser prefers. */
export function firstLang(): Lang {
  const kept = ofBrowser.get(KEY)
  if (kept === "en" || kept === "ja") return kept
  return navigator.languages.find((one) => /^(ja|en)\b/.test(one))?.startsWith("ja") ? "ja" : "en"
}

/** Holds the language for all below, keeps the choice, and tells the document. */
export function LangProvider({ children }: { children: ReactNode }) {
  const [lang, setLang] = useState<Lang>(firstLang)
  useEffect(() => {
    ofBrowser.set(KEY, lang)
    document.documentElement.lang = lang
  }, [lang])
  const chosen = useMemo(() => ({ lang, setLang }), [lang])
  return <Context value={chosen}>{children}</Context>
}
