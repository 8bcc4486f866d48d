import { useLang } from "@/i18n/lang"
import type { Lang } from "@/i18n/words"

type Names = Record<string, readonly [en: string, ja: string]>

const TEAMS: Names = {
  research: ["Research", "調査"],
  resume: ["Résumé", "履歴書・職務経歴書"],
  slides: ["Slides", "スライド"],
  desk: ["Coordinator", "窓口"],
  code: ["Code", "コード"],
}

const MODES: Names = {
  auto: ["auto", "おまかせ"],
  quick: ["quick", "短く調べる"],
  deep: ["deep", "深く調べる"],
  "fact-check": ["fact check", "事実確認"],
  compare: ["comparison", "比較"],
  supervised: ["supervised", "監督つき"],
  causal: ["causes", "原因分析"],
  review: ["review", "添削"],
  deck: ["deck", "新しいスライド"],
  edit: ["edit", "手直し"],
  workflow: ["workflow", "ワークフロー"],
}

/** Nodes of all graphs, and roles that answer in them. A test holds this table against the graphs. */
const NODES: Names = {
  planner: ["Planner", "計画"],
  approve_plan: ["Plan approval", "計画の承認"],
  searcher: ["Web search", "ウェブ検索"],
  rag_retriever: ["Document search", "資料検索"],
  analyzer: ["Analysis", "読み取り"],
  evaluator: ["Coverage check", "網羅の確認"],
  synthesizer: ["Writer", "執筆"],
  verifier: ["Verification", "根拠の検証"],
  approve_draft: ["Draft approval", "草稿の承認"],
  publisher: ["Publishing", "仕上げ"],
  master_planner: ["Master planner", "全体計画"],
  subtask_executor: ["Subtask", "小課題の調査"],
  depth_evaluator: ["Depth check", "深さの確認"],
  plan_revisor: ["Plan revision", "計画の見直し"],
  drill_down_generator: ["Drill-down", "掘り下げ"],
  save_result: ["Keeping the result", "結果の保存"],
  hierarchical_synthesizer: ["Writer", "執筆"],
  claim_splitter: ["Claims", "主張の切り出し"],
  evidence_searcher: ["Evidence search", "根拠の検索"],
  adjudicator: ["Adjudication", "真偽の判定"],
  comparison_planner: ["Planner", "計画"],
  comparer: ["Comparison", "比較"],
  comparison_synthesizer: ["Writer", "執筆"],
  supervisor: ["Supervisor", "監督"],
  approve_investigation: ["Plan approval", "調査の承認"],
  researcher: ["Researcher", "調査"],
  writer: ["Writer", "執筆"],
  reviewer: ["Reviewer", "レビュー"],
  approve_manuscript: ["Draft approval", "原稿の承認"],
  manuscript_publisher: ["Publishing", "仕上げ"],
  issue_analyzer: ["Issue", "問題の整理"],
  brainstormer: ["Hypotheses", "仮説出し"],
  evidence_planner: ["Evidence plan", "根拠集めの計画"],
  causal_checker: ["Causal check", "因果の確認"],
  hypothesis_validator: ["Hypothesis check", "仮説の検証"],
  causal_graph_builder: ["Causal graph", "因果グラフ"],
  root_cause_synthesizer: ["Writer", "執筆"],
  reader: ["Reading", "読み込み"],
  router: ["Next round", "次の回"],
  recruiter: ["Recruiter", "採用担当者"],
  tech_writer: ["Technical writer", "テクニカルライター"],
  copywriter: ["Copywriter", "コピーライター"],
  ux_designer: ["UX designer", "UX デザイナー"],
  visual_designer: ["Visual designer", "ビジュアルデザイナー"],
  posting_matcher: ["Posting match", "求人との照合"],
  portfolio_ranker: ["Ranking of works", "実績の順位"],
  aggregator: ["Scoring", "採点"],
  revisor: ["Revision", "改稿"],
  validator: ["File check", "形式の検査"],
  judge: ["Judge", "判定"],
  approve_edits: ["Edits", "修正の承認"],
  coordinator: ["Coordinator", "受付"],
  clarify: ["Question to you", "確認"],
  approve_outline: ["Outline approval", "構成の承認"],
  data_analyst: ["Data analyst", "データ分析"],
  storywriter: ["Story writer", "文案"],
  storywriter_outline: ["Outline", "構成案"],
  storywriter_critique: ["Critique of the story", "文案の講評"],
  visualizer: ["Layout", "レイアウト"],
  illustrator: ["Illustrator", "挿絵"],
  opener: ["Opening", "読み込み"],
  editor: ["Editor", "編集"],
  republisher: ["Publishing", "仕上げ"],
  shape_editor: ["Shape editor", "図形の編集"],
  patcher: ["Change in place", "部分修正"],
  prepare: ["Preparation", "準備"],
  orchestrate: ["Agents", "エージェント"],
  approve: ["Your decision", "あなたの判断"],
  finish: ["Conclusion", "まとめ"],
}

const SCORES: Names = {
  overall: ["Overall", "総合"],
  coverage: ["Coverage", "網羅"],
  decided: ["Decided", "判定できた割合"],
  fact_check: ["Citations hold", "引用の正しさ"],
  completeness: ["Completeness", "網羅性"],
  logic: ["Logic", "論理"],
  format: ["Form", "体裁"],
}

/** What things of the server are called in the person's language; a name that is not known stands as it is. */
export interface NamesShown {
  team: (name: string) => string
  mode: (name: string) => string
  /** A node of a graph, a role, a reviewer. */
  node: (name: string) => string
  score: (name: string) => string
}

const made: Partial<Record<Lang, NamesShown>> = {}

/** Made once for each language. */
export const namesOf = (lang: Lang): NamesShown => (made[lang] ??= namesFor(lang))

function namesFor(lang: Lang): NamesShown {
  const from =
    (...tables: Names[]) =>
    (name: string) =>
      tables.find((table) => Object.hasOwn(table, name))?.[name]?.[lang === "ja" ? 1 : 0] ?? name.replaceAll("_", " ")
  return { team: from(TEAMS), mode: from(MODES), node: from(NODES), score: from(SCORES, NODES) }
}

export const useNames = (): NamesShown => namesOf(useLang().lang)
