import { words } from "@/i18n/words"

export const findingWords = words(
  {
    findings: "Findings",
    none: "There is no finding about a place in the text.",
    whole: "About the whole",
    line: (number: number) => `line ${number}`,
    ofRound: (line: number, round: number) => `line ${line} of round ${round}`,
    again: (round: number) => `again in round ${round}`,
    suggestion: "Suggestion",
    question: "Needs your fact",
    answeredBy: (id: string) => `Answered by edit ${id}`,
    same: (count: number) => (count === 1 ? "1 line without a finding" : `${count} lines without a finding`),
    counts: (critical: number, major: number, minor: number) =>
      [critical && `${critical} critical`, major && `${major} major`, minor && `${minor} minor`]
        .filter(Boolean)
        .join(" · "),
    byRules: "rules",
  },
  {
    findings: "指摘",
    none: "本文の特定の箇所についての指摘はありません。",
    whole: "全体について",
    line: (number: number) => `${number} 行目`,
    ofRound: (line: number, round: number) => `${round} 回目の ${line} 行目`,
    again: (round: number) => `${round} 回目にも`,
    suggestion: "提案",
    question: "ご本人への質問",
    answeredBy: (id: string) => `修正案 ${id} で対応`,
    same: (count: number) => `指摘のない ${count} 行`,
    counts: (critical: number, major: number, minor: number) =>
      [critical && `重大 ${critical}`, major && `重要 ${major}`, minor && `軽微 ${minor}`].filter(Boolean).join("・"),
    byRules: "規則",
  },
)
