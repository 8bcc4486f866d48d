import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Select } from "@/ui"
import ui from "@/ui/ui.module.css"
import { THEMES, useTheme } from "./theme"
import { shellWords } from "./words"

/** Language and theme. */
export function Choices() {
  const t = useWords(shellWords)
  const { lang, setLang } = useLang()
  const [theme, setTheme] = useTheme()
  return (
    <>
      <Select
        className={ui.choice}
        aria-label={t.language}
        value={lang}
        onChange={(event) => setLang(event.target.value === "ja" ? "ja" : "en")}
      >
        <option value="en" lang="en">
          English
        </option>
        <option value="ja" lang="ja">
          日本語
        </option>
      </Select>
      <Select
        className={ui.choice}
        aria-label={t.theme}
        value={theme}
        onChange={(event) => setTheme(THEMES.find((one) => one === event.target.value) ?? "system")}
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {t.themes[one]}
          </option>
        ))}
      </Select>
    </>
  )
}
