import { words } from "@/i18n/words"

export const shellWords = words(
  {
    skip: "Skip to the content",
    menu: "Main menu",
    fresh: "New",
    runs: "Runs",
    kb: "Knowledge",
    models: "Models",
    missing: "There is no such page.",
    home: "Begin something new",
  },
  {
    skip: "本文へ進む",
    menu: "メインメニュー",
    fresh: "新しく始める",
    runs: "実行一覧",
    kb: "ナレッジ",
    models: "モデル",
    missing: "このページはありません。",
    home: "新しく始める",
  },
)
