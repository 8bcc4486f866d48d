import { useLang } from "./lang"

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** What the attribute `lang` says of words of the server, which are English: they are read aloud as that in Japanese pages. */
export function useLangOf(): (text: string) => "en" | undefined {
  const { lang } = useLang()
  return (text) => (lang === "ja" && text && !JAPANESE.test(text) ? "en" : undefined)
}
