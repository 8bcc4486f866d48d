import { words } from "@/i18n/words"
import type { Schema } from "./schema"

const EN = {
  investigation_points: "Points to look into",
  rag_queries: "Searches in the documents",
  web_queries: "Searches on the web",
  search_queries: "Searches",
  subtasks: "Subtasks",
  question: "Question",
  why: "Why",
  depends_on: "Comes after",
  items: "What is compared",
  criteria: "Criteria",
  name: "Name",
  also: "Other names",
  better: "Better is",
  comparable: "Can be scored",
  hypotheses: "Hypotheses",
  text: "Text",
  mechanism: "How it would work",
  supports: "What would speak for it",
  refutes: "What would refute it",
  explains: "Explains effect",
  claims: "Claims",
  title: "Title",
  subtitle: "Subtitle",
  goal: "Goal",
  opening: "Opening words",
  slides: "Slides",
  kind: "Kind",
  message: "Message",
  covers: "Takes up",
  figure: "Figure",
  comment: "Comment",
  human_input: "Comment",
  answer: "Answer",
}
const JA: Record<keyof typeof EN, string> = {
  investigation_points: "調べる論点",
  rag_queries: "資料の検索語",
  web_queries: "ウェブの検索語",
  search_queries: "検索語",
  subtasks: "小課題",
  question: "問い",
  why: "理由",
  depends_on: "先に済ませる番号",
  items: "比べるもの",
  criteria: "比べる観点",
  name: "名前",
  also: "別の呼び方",
  better: "よいほう",
  comparable: "点数で比べる",
  hypotheses: "仮説",
  text: "内容",
  mechanism: "しくみ",
  supports: "裏付けになること",
  refutes: "反証になること",
  explains: "説明する結果の番号",
  claims: "主張",
  title: "題名",
  subtitle: "副題",
  goal: "目的",
  opening: "冒頭の言葉",
  slides: "スライド",
  kind: "種類",
  message: "伝えること",
  covers: "取り上げること",
  figure: "図表",
  comment: "コメント",
  human_input: "コメント",
  answer: "答え",
}
const FIELDS = words<Record<string, string>>(EN, JA)

const CHOICES = words<Record<string, string>>(
  {
    "better.more": "more",
    "better.less": "less",
    "better.": "neither",
    "kind.title": "Title",
    "kind.agenda": "Agenda",
    "kind.section": "Section",
    "kind.bullets": "Points",
    "kind.two_columns": "Two columns",
    "kind.chart": "Chart",
    "kind.table": "Table",
    "kind.picture": "Picture",
    "kind.diagram": "Diagram",
    "kind.statement": "Statement",
    "kind.closing": "Closing",
    "answer.retry": "Try once more",
    "answer.accept": "Take it as it is",
    "answer.give_up": "End here",
    "answer.yes": "Yes, go on",
    "answer.no": "No, end here",
  },
  {
    "better.more": "大きいほう",
    "better.less": "小さいほう",
    "better.": "どちらでもない",
    "kind.title": "表紙",
    "kind.agenda": "目次",
    "kind.section": "区切り",
    "kind.bullets": "箇条書き",
    "kind.two_columns": "2 列",
    "kind.chart": "グラフ",
    "kind.table": "表",
    "kind.picture": "写真",
    "kind.diagram": "図",
    "kind.statement": "一文",
    "kind.closing": "結び",
    "answer.retry": "もう一度試す",
    "answer.accept": "このまま受け入れる",
    "answer.give_up": "ここで終える",
    "answer.yes": "進める",
    "answer.no": "ここで終える",
  },
)

const COUNTS = words<Record<string, string>>({ slides: "Number of slides" }, { slides: "スライドの枚数" })
const isCount = (schema: Schema) => schema.type === "integer"

type Lang = keyof typeof FIELDS

/** What a field is called; its own title, else its name, where we have no word for it. */
export const labelOf = (lang: Lang, name: string, schema: Schema = {}): string =>
  (isCount(schema) ? COUNTS[lang][name] : undefined) ?? FIELDS[lang][name] ?? schema.title ?? name.replaceAll("_", " ")

/** What one of several values of a field is called. */
export const choiceOf = (lang: Lang, name: string, value: unknown): string =>
  CHOICES[lang][`${name}.${String(value)}`] ?? String(value)
