import { words } from "@/i18n/words"

const KINDS: Record<string, [en: string, ja: string]> = {
  md: ["Markdown", "Markdown"],
  qmd: ["Quarto", "Quarto"],
  html: ["web page", "ウェブページ"],
  pdf: ["PDF", "PDF"],
  docx: ["Word document", "Word 文書"],
  pptx: ["slides", "スライド"],
  json: ["JSON", "JSON"],
  jsonl: ["JSON lines", "JSON Lines"],
  yaml: ["YAML", "YAML"],
  csv: ["table", "表"],
  diff: ["changes", "差分"],
  txt: ["text", "テキスト"],
  png: ["picture", "画像"],
  svg: ["picture", "画像"],
  bib: ["BibTeX", "BibTeX"],
}

const kind = (at: 0 | 1) => (name: string, type: string) =>
  KINDS[name.split(".").at(-1)?.toLowerCase() ?? ""]?.[at] ?? type

export const filesWords = words(
  {
    none: "There are no files.",
    view: "View",
    hide: "Hide",
    viewFile: (name: string, version: number) => `View ${name}, version ${version}`,
    hideFile: (name: string, version: number) => `Hide ${name}, version ${version}`,
    download: "Download",
    downloadFile: (name: string, version: number) => `Download ${name}, version ${version}`,
    version: (n: number) => `version ${n}`,
    older: (n: number) => (n === 1 ? "1 older version" : `${n} older versions`),
    kind: kind(0),
    rows: (shown: string, all: string) => `The first ${shown} of ${all} rows.`,
    frame: (name: string) => `${name}, shown without scripts and links`,
    open: "Open in a tab of its own",
  },
  {
    none: "ファイルはありません。",
    view: "表示",
    hide: "閉じる",
    viewFile: (name, version) => `${name}（第 ${version} 版）を表示`,
    hideFile: (name, version) => `${name}（第 ${version} 版）を閉じる`,
    download: "ダウンロード",
    downloadFile: (name, version) => `${name}（第 ${version} 版）をダウンロード`,
    version: (n) => `第 ${n} 版`,
    older: (n) => `以前の版 ${n} 件`,
    kind: kind(1),
    rows: (shown, all) => `${all} 行のうち最初の ${shown} 行`,
    frame: (name) => `${name}（スクリプトとリンクを除いた表示）`,
    open: "別のタブで開く",
  },
)
