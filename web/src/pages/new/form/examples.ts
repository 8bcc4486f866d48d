import type { Lang } from "@/i18n/words"
import type { Values } from "./fields"

interface Example {
  mode: string
  values: Record<Lang, Values>
  /** Field → files below `examples/`. */
  files: Record<Lang, Record<string, string[]>>
}

/** Files of the folder `examples/`, packed with the pages; each is loaded when it is wanted. */
const TEXTS = import.meta.glob<string>(
  [
    "../../../../../examples/corpus/{uji.en.md,sencha.en.txt,tea-history.en.html}",
    "../../../../../examples/corpus/{kissa-yojoki.ja.md,ooishita.ja.html,cultivars.ja.txt}",
    "../../../../../examples/resume/{engineer.*.qmd,posting.*.txt}",
    "../../../../../examples/slides/{tea_exports,uriage}.csv",
  ],
  { query: "?raw", import: "default" },
)

const EXAMPLES: Record<string, Example> = {
  research: {
    mode: "auto",
    values: {
      en: { question: "Why did Uji become the centre of Japanese tea?" },
      ja: { question: "宇治が日本茶の中心になったのはなぜか" },
    },
    files: {
      en: { docs: ["corpus/uji.en.md", "corpus/sencha.en.txt", "corpus/tea-history.en.html"] },
      ja: { docs: ["corpus/kissa-yojoki.ja.md", "corpus/ooishita.ja.html", "corpus/cultivars.ja.txt"] },
    },
  },
  resume: {
    mode: "review",
    values: { en: { role: "Backend engineer" }, ja: { role: "バックエンドエンジニア" } },
    files: {
      en: { resume: ["resume/engineer.en.qmd"], job: ["resume/posting.en.txt"] },
      ja: { resume: ["resume/engineer.ja.qmd"], job: ["resume/posting.ja.txt"] },
    },
  },
  slides: {
    mode: "deck",
    values: {
      en: { wish: "Tea exports 2020–2024, for the board", slides: "6" },
      ja: { wish: "店舗の月別売上を役員に報告する", slides: "6" },
    },
    files: { en: { data: ["slides/tea_exports.csv"] }, ja: { data: ["slides/uriage.csv"] } },
  },
}

export interface Filling {
  mode: string
  values: Values
  files: { place: string; file: File }[]
}

export const hasExample = (team: string): boolean => Object.hasOwn(EXAMPLES, team) && Object.keys(TEXTS).length > 0

/** What fills a team's form with something to try. */
export async function exampleOf(team: string, lang: Lang): Promise<Filling | undefined> {
  const found = EXAMPLES[team]
  if (!found) return undefined
  const wanted = Object.entries(found.files[lang]).flatMap(([place, paths]) => paths.map((path) => ({ place, path })))
  const files = await Promise.all(wanted.map(async ({ place, path }) => ({ place, file: await fileOf(path) })))
  return { mode: found.mode, values: found.values[lang], files }
}

async function fileOf(path: string): Promise<File> {
  const load = TEXTS[`../../../../../examples/${path}`]
  if (!load) throw new Error(`there is no example ${path}`)
  return new File([await load()], path.slice(path.lastIndexOf("/") + 1))
}
