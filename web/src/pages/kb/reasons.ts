import type { Lang } from "@/i18n/words"

/** What the server says of a document, with numbers in it; each in Japanese. */
const REASONS: [RegExp, string][] = [
  [/^is empty$/, "ファイルが空です。"],
  [/^is encrypted$/, "暗号化されています。解除してから追加してください。"],
  [/^is encrypted or broken$/, "暗号化されているか、壊れています。"],
  [
    /^is a scan without a text layer \((\d+) pages?\)/,
    "文字情報のないスキャンです（$1 ページ）。OCR にかけてから追加してください。",
  ],
  [/^is too large \((\d+) MB; the limit is (\d+) MB\)$/, "大きすぎます（$1 MB、上限 $2 MB）。"],
  [/^is in an old Office format; save it as (.+)$/, "古い Office 形式です。$1 で保存し直してください。"],
  [/^holds no text$/, "文章がありません。"],
  [/^has no pages$/, "ページがありません。"],
  [/^is binary, not text$/, "テキストではありません。"],
  [/^has text of too low a quality \(([\d.]+)\)/, "文章の品質が低すぎます（$1）。"],
  [/^has more than (\d+) pages$/, "$1 ページを超えています。"],
  [/^would unpack to (\d+) MB/, "展開すると $1 MB になるため、読み込みません。"],
  [/^takes more than ([\d.]+) s to read$/, "読み込みに $1 秒以上かかります。"],
  [/^needs more memory/, "読み込みに必要なメモリーが上限を超えます。"],
  [/^is broken/, "ファイルが壊れています。"],
  [/^cannot be read/, "ファイルを開けません。"],
  [/^says the same as `(?:.*\/)?(.+)`$/, "「$1」と同じ内容です。"],
  [/^very short$/, "とても短い文書です。"],
  [/^text is garbled/, "文字化けがあります。"],
  [/^([\d.]+%) of the characters are unreadable$/, "文字の $1 が読めません。"],
  [/^only (\d+%) of the characters are letters or digits$/, "文字や数字は $1 だけです。"],
  [/^(\d+%) of the lines repeat others$/, "行の $1 が繰り返しです。"],
  [/^one line without sentences/, "文のない長い 1 行です。文章ではなくデータのようです。"],
  [/^only the first (\d+) of (\d+) pages were read$/, "$2 ページのうち最初の $1 ページだけを読みました。"],
  [/^page (\d+) is a picture with a text layer/, "$1 ページは文字情報付きの画像です。隠れた文字は見つけられません。"],
]

const PLACE = /`[^`]*\/([^`/]+)`/

/** Why a document cannot be found, or what is doubtful in it. What is not known here stays as the server says it. */
export function reasonIn(lang: Lang, reason: string): string {
  if (lang === "en") return (reason.charAt(0).toUpperCase() + reason.slice(1)).replace(PLACE, "`$1`")
  for (const [pattern, told] of REASONS) {
    const match = pattern.exec(reason)
    if (match) return told.replace(/\$(\d)/g, (_, at: string) => match[Number(at)] ?? "")
  }
  return reason
}
