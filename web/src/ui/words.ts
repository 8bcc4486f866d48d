import { words } from "@/i18n/words"

export const uiWords = words(
  {
    keep: "Keep",
    loading: "Loading…",
    again: "Try again",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Could not be copied",
    unreachable: "The server does not answer. Is `kasen serve` running?",
  },
  {
    keep: "やめる",
    loading: "読み込み中…",
    again: "もう一度",
    copy: "コピー",
    copied: "コピーしました",
    notCopied: "コピーできませんでした",
    unreachable: "サーバーが応答しません。`kasen serve` は動いていますか。",
  },
)
