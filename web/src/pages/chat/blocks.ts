import type { Call, ChatData, ChatMessage, FilePart, Part, RoleData, RunData, Source } from "./message"

/** What a role wrote. */
export interface Told {
  id: string
  /** Empty where the server itself speaks. */
  role: string
  kind: "text" | "reasoning"
  words: string
  isLive: boolean
}

/** What belongs to one run of an answer, in the order it came. */
export interface Block {
  run: RunData | undefined
  roles: RoleData[]
  told: Told[]
  calls: Call[]
  files: FilePart[]
  sources: Source[]
  plan: ChatData["plan"]["steps"]
  progress: ChatData["progress"][]
  searches: ChatData["search"][]
  findings: ChatData["finding"][]
  verdicts: ChatData["verdict"][]
  scores: ChatData["score"][]
  warnings: ChatData["warning"][]
  budgets: ChatData["budget"][]
  artifacts: ChatData["artifact"][]
}

const fresh = (run?: RunData): Block => ({
  run,
  ...{ roles: [], told: [], calls: [], files: [], sources: [], plan: [], progress: [], searches: [] },
  ...{ findings: [], verdicts: [], scores: [], warnings: [], budgets: [], artifacts: [] },
})

/** An answer as its runs: the coordinator's, then that of the team it named. */
export function blocksOf(message: ChatMessage): Block[] {
  const blocks: Block[] = []
  for (const [at, part] of message.parts.entries()) {
    if (part.type === "data-run") {
      // A run that failed before it began says nothing of itself.
      blocks.push(fresh(part.data.team ? part.data : undefined))
      continue
    }
    const block = blocks.at(-1) ?? fresh()
    if (!blocks.length) blocks.push(block)
    take(block, part, at)
  }
  return blocks
}

function take(block: Block, part: Part, at: number): void {
  switch (part.type) {
    case "text":
    case "reasoning":
      block.told.push(...toldOf(part, at))
      break
    case "dynamic-tool":
      block.calls.push(part)
      break
    case "file":
      block.files.push(part)
      break
    case "source-url":
    case "source-document":
      block.sources.push(part)
      break
    default:
      takeData(block, part)
  }
}

function takeData(block: Block, part: Part): void {
  const takers: { [K in keyof ChatData as `data-${K}`]?: (data: ChatData[K]) => void } = {
    "data-role": (data) => block.roles.push(data),
    "data-plan": (data) => (block.plan = data.steps),
    "data-progress": (data) => block.progress.push(data),
    "data-search": (data) => block.searches.push(data),
    "data-finding": (data) => block.findings.push(data),
    "data-verdict": (data) => block.verdicts.push(data),
    "data-score": (data) => block.scores.push(data),
    "data-warning": (data) => block.warnings.push(data),
    "data-budget": (data) => block.budgets.push(data),
    "data-artifact": (data) => block.artifacts.push(data),
  }
  if (!("data" in part)) return
  const taker = takers[part.type as keyof typeof takers] as ((data: unknown) => void) | undefined
  taker?.(part.data)
}

interface Marks {
  role?: unknown
  id?: unknown
  void?: unknown
}

/** Words that were taken back are not shown. */
function toldOf(part: Extract<Part, { type: "text" | "reasoning" }>, at: number): Told[] {
  const marks: Marks = part.providerMetadata?.kasen ?? {}
  const words = marks.role ? part.text : withoutLinks(part.text)
  if (marks.void || !words.trim()) return []
  const role = typeof marks.role === "string" ? marks.role : ""
  const id = typeof marks.id === "string" ? marks.id : String(at)
  return [{ id, role, kind: part.type, words, isLive: part.state === "streaming" }]
}

/** The server names the files in words too; here they stand below. */
function withoutLinks(text: string): string {
  const paragraphs = text.split("\n\n")
  return paragraphs.filter((one) => !/\]\(\/api\/runs\/[^)]*\)$/u.test(one)).join("\n\n")
}

/** What the person came for, and what was written on the way there. */
export function answerOf(block: Block): { answer: Told[]; before: Told[] } {
  const said = block.told.filter((one) => one.kind === "text")
  const closing = said.filter((one) => !one.role)
  const byRoles = said.filter((one) => one.role)
  const answer = block.run?.team === DESK ? said : closing.length ? closing : byRoles.slice(-1)
  return { answer, before: block.told.filter((one) => !answer.includes(one)) }
}

/** The team that talks and hands over: its work is not told. */
export const DESK = "desk"

/** Who is at work right now, each once. */
export const working = (block: Block): string[] => [
  ...new Set(block.roles.filter((one) => one.state === "working").map((one) => one.role)),
]

/** How often each role has worked and what it said of that, in the order they began; who only wrote comes last. */
export interface Done {
  role: string
  times: number
  seconds: number
  isWorking: boolean
  summaries: string[]
}

export function doneBy(roles: readonly RoleData[], told: readonly Told[] = []): Done[] {
  const all = new Map<string, Done>()
  const of = (role: string): Done => {
    const known = all.get(role) ?? { role, times: 0, seconds: 0, isWorking: false, summaries: [] }
    all.set(role, known)
    return known
  }
  for (const one of roles) {
    const done = of(one.role)
    done.times += 1
    done.seconds += one.seconds ?? 0
    done.isWorking ||= one.state === "working"
    if (one.summary && !done.summaries.includes(one.summary)) done.summaries.push(one.summary)
  }
  for (const { role } of told) if (role) of(role)
  return [...all.values()]
}
