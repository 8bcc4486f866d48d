import { inJapanese } from "./japanese"
import { useLang } from "./lang"
import { useLangOf } from "./langOf"

/** Words of the server as a person reads them. */
export interface Told {
  text: string
  /** For the attribute: `en` for words that stay English in a Japanese page. */
  lang: "en" | undefined
}

/** Says what the server said in the person's language, as far as that is known; else as it is. */
export function useTold(): (text: string) => Told {
  const { lang } = useLang()
  const langOf = useLangOf()
  return (text) => {
    const told = lang === "ja" ? (inJapanese(text) ?? text) : text
    return { text: told, lang: langOf(told) }
  }
}
