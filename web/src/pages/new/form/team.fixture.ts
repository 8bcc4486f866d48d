import type { TeamShown } from "@/api/types/server"

export const both = (en: string, ja: string) => ({ en, ja })

/** A team whose request has a field of each kind. */
export const TEAM: TeamShown = {
  name: "tea",
  summary: "",
  summary_ja: "",
  modes: ["brew", "blend"],
  default_mode: "brew",
  about_modes: [],
  aliases: {},
  roles: [],
  argument: "wish",
  files: ["leaves", "pot", "posting"],
  pauses: ["taste"],
  verbs: [],
  web: false,
  draws: false,
  request: {
    required: ["wish"],
    properties: {
      leaves: { type: "array", items: { type: "string" }, file: true, many: true, folder: true, forms: [".csv"] },
      wish: {
        type: "string",
        description: "What to drink.",
        ja: "飲みたいもの。",
        labels: both("Which tea?", "どのお茶にしますか"),
        section: "next",
      },
      lang: {
        type: "string",
        enum: ["auto", "ja"],
        default: "auto",
        choices: { auto: both("Same", "同じ"), ja: both("Japanese", "日本語") },
      },
      steep: { type: "integer", minimum: 1, maximum: 5, default: 3, modes: ["brew"] },
      heat: { type: "number", default: 80.5 },
      cold: { type: "boolean", default: false },
      herbs: { type: "array", items: { type: "string" }, modes: ["blend"] },
      steps: { type: "array", items: { type: "string" }, file: true, text: true },
      bases: { type: "array", items: { type: "string" }, kb: true },
      ask: { type: "array", items: { type: "string" }, pauses: ["taste"], choices: { taste: both("Taste", "味") } },
      pot: {
        type: "string",
        default: "",
        file: true,
        forms: [".png"],
        words: ["iron"],
        choices: { iron: both("Iron", "鉄") },
      },
      posting: { type: "string", default: "", file: true, address: true },
      cup: { anyOf: [{ type: "string", format: "path" }, { type: "null" }], default: null, file: true },
      edits: {
        type: "string",
        default: "none",
        on_terminal: "ask",
        file: true,
        words: ["all", "ask", "none"],
        pauses: ["edits"],
        choices: { all: both("All", "全部"), ask: both("Ask", "確認"), none: both("None", "なし") },
      },
      note: { type: "string", default: "", maxLength: 20 },
      write: { type: "boolean", default: false, writes: true },
      restore: { type: "integer", section: "elsewhere" },
    },
  },
}
