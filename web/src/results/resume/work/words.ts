import { words } from "@/i18n/words"

export const workWords = words(
  {
    scores: "Scores so far",
    findings: "Findings so far",
    none: "Critics are reading. Findings come here as they are made.",
    overall: "Overall",
    notJudged: "measured, not judged",
    outOf: (value: string) => `${value} of 10`,
    round: (count: number) => `round ${count}`,
    paused: "The review waits for an answer.",
  },
  {
    scores: "ここまでの点数",
    findings: "ここまでの指摘",
    none: "批評家が読んでいます。指摘はできしだいここに並びます。",
    overall: "全体",
    notJudged: "測定のみ（評価なし）",
    outOf: (value: string) => `${value}／10`,
    round: (count: number) => `${count} 回目`,
    paused: "答えを待っています。",
  },
)
