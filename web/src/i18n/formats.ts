import { useLang } from "@/i18n/lang"
import type { Lang } from "@/i18n/words"

/** Numbers, money and times as a language writes them. */
export interface Formats {
  /** `1,234` */
  number: (value: number) => string
  /** `$0.0123`; `?` where a price is unknown. */
  usd: (value: number | null | undefined) => string
  /** `4.1 s`, `2 min 5 s`, `1 h 3 min` from seconds. */
  seconds: (value: number) => string
  /** Day and time, in the person's own time zone. */
  time: (iso: string) => string
  /** `12 kB` */
  bytes: (value: number) => string
}

const UNITS = { en: [" s", " min ", " h "], ja: [" 秒", " 分 ", " 時間 "] } as const

const made: Partial<Record<Lang, Formats>> = {}

/** Made once for each language: hundreds of lines of a page use them. */
export const formatsOf = (lang: Lang): Formats => (made[lang] ??= formatsFor(lang))

function formatsFor(lang: Lang): Formats {
  const number = new Intl.NumberFormat(lang)
  const time = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" })
  const [s, min, h] = UNITS[lang]
  return {
    number: (value) => number.format(value),
    usd: (value) => (value == null ? "?" : `$${value.toFixed(value !== 0 && Math.abs(value) < 1 ? 4 : 2)}`),
    seconds: (value) => {
      if (value < 60) return `${value < 10 ? value.toFixed(1) : Math.round(value)}${s}`
      const whole = Math.round(value)
      if (whole < 3600) return `${Math.floor(whole / 60)}${min}${whole % 60 ? `${whole % 60}${s}` : ""}`.trim()
      return `${Math.floor(whole / 3600)}${h}${Math.floor((whole % 3600) / 60)}${min}`.trim()
    },
    time: (iso) => (iso ? time.format(new Date(iso)) : ""),
    bytes: (value) => {
      const power = value < 1000 ? 0 : value < 1e6 ? 1 : value < 1e9 ? 2 : 3
      const short = value / 1000 ** power
      return `${power && short < 10 ? short.toFixed(1) : Math.round(short)} ${["B", "kB", "MB", "GB"][power]}`
    },
  }
}

export const useFormats = (): Formats => formatsOf(useLang().lang)
