import { words } from "@/i18n/words"

export const postingWords = words(
  {
    match: "Match with the posting",
    line: (met: number, partly: number, missing: number, all: number) =>
      `${met} met, ${partly} partly, ${missing} missing of ${all} requirements.`,
    notJudged: (count: number) => `${count} not judged.`,
    status: { met: "met", partly: "partly", missing: "missing", not_judged: "not judged" },
    weight: { must: "must", nice: "nice to have" },
    lineOf: (number: number) => `line ${number}`,
    found: "Terms found",
    missing: "Terms missing",
    missingNote: "Add a term only where it is true of you.",
    written: (term: string, form: string) => `${term} → ${form}`,
    works: "Works for this role",
    meets: (words: string) => `meets: ${words}`,
    byRules: "ranked by rules",
    by: (name: string) => `ranked by ${name}`,
  },
  {
    match: "求人との照合",
    line: (met: number, partly: number, missing: number, all: number) =>
      `要件 ${all} 件のうち、満たす ${met} 件、一部 ${partly} 件、なし ${missing} 件。`,
    notJudged: (count: number) => `未評価 ${count} 件。`,
    status: { met: "満たす", partly: "一部", missing: "なし", not_judged: "未評価" },
    weight: { must: "必須", nice: "歓迎" },
    lineOf: (number: number) => `${number} 行目`,
    found: "本文にある語",
    missing: "本文にない語",
    missingNote: "当てはまる場合にだけ加えてください。",
    written: (term: string, form: string) => `${term} → ${form}`,
    works: "この職種に向く作品",
    meets: (words: string) => `対応する要件：${words}`,
    byRules: "規則による順位",
    by: (name: string) => `${name} による順位`,
  },
)
