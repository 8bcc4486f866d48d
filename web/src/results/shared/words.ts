import { words } from "@/i18n/words"

export const sharedWords = words(
  { footnotes: "Footnotes", back: "Back to the text", table: "Table" },
  { footnotes: "脚注", back: "本文に戻る", table: "表" },
)
