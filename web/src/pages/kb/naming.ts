import { useMemo } from "react"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { kbWords } from "./words"

const KINDS: Record<string, string> = {
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
  "application/x-ipynb+json": "Notebook",
  "text/csv": "CSV",
  "text/html": "HTML",
  "text/markdown": "Markdown",
  "text/x-tex": "LaTeX",
}

/** Names of kinds of files and of languages, in the person's own. */
export function useNames(): { kind: (mediaType: string) => string; language: (code: string) => string } {
  const { lang } = useLang()
  const t = useWords(kbWords)
  return useMemo(() => {
    const names = new Intl.DisplayNames([lang], { type: "language", fallback: "code" })
    const known = (code: string) => /^[a-z]{2,3}(-|$)/i.test(code)
    return {
      kind: (type) => (type === "text/plain" ? t.text : (KINDS[type] ?? (type.split("/").at(-1) || "–"))),
      language: (code) => (known(code) ? (names.of(code) ?? code) : t.unknown),
    }
  }, [lang, t])
}
