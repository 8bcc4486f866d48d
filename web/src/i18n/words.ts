import { useLang } from "@/i18n/lang"

export type Lang = "en" | "ja"

/** The words of one part of the pages, in both languages. */
export type Words<T> = Record<Lang, T>

/** Both languages say the same things: what lacks in one is an error of types. */
export function words<T extends object>(en: T, ja: NoInfer<T>): Words<T> {
  return { en, ja }
}

/** The words in the person's language. */
export function useWords<T>(both: Words<T>): T {
  return both[useLang().lang]
}
