import { words } from "@/i18n/words"

/** The critics in their order; each name in both languages. */
export const CRITICS = ["recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer"] as const

export type CriticName = (typeof CRITICS)[number]

export const criticWords = words<Record<string, string>>(
  {
    recruiter: "Recruiter",
    tech_writer: "Technical writer",
    copywriter: "Copywriter",
    ux_designer: "UX designer",
    visual_designer: "Visual designer",
    revisor: "Revision",
    judge: "Comparison",
    posting_matcher: "Match with the posting",
    portfolio_ranker: "Ranking of works",
  },
  {
    recruiter: "採用担当者",
    tech_writer: "テクニカルライター",
    copywriter: "コピーライター",
    ux_designer: "UX デザイナー",
    visual_designer: "ビジュアルデザイナー",
    revisor: "改稿",
    judge: "比較",
    posting_matcher: "求人との照合",
    portfolio_ranker: "作品の順位づけ",
  },
)
