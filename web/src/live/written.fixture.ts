import { events, preset, randoms, started, type Told } from "./events.fixture"
import type { Event, EventOf } from "./state"

type Words = EventOf<"text" | "reasoning">

/** A run as a random author writes it: parallel steps, deltas, calls that are taken back, crashes, repetitions. */
export function written(seed: number): Event[] {
  const author = new Author(seed)
  author.emit({ ...started, ...preset })
  for (let number = 0; number < 120; number += 1) author.act(number)
  for (const task of [...author.open.keys()]) author.finish(task)
  author.emit({ type: "run_finished", status: "done" })
  return author.told
}

class Author {
  readonly told: Event[] = []
  /** Tasks that are worked on, with the ids of what they wrote. */
  readonly open = new Map<string, string[]>()
  private attempt = 1
  private readonly random: () => number

  constructor(seed: number) {
    this.random = randoms(seed)
  }

  emit(one: Told): void {
    this.told.push(...events([{ attempt: this.attempt, ...one }], this.told.length + 1))
  }

  act(number: number): void {
    const task = this.pick([...this.open.keys()])
    const act = Math.floor(this.random() * 12)
    if (!task || act === 0) this.begin(`${number}`)
    else if (act < 5) this.write(task, number)
    else if (act === 5) this.crash()
    else if (act === 6) this.finish(task)
    else this.note(task, act, number)
  }

  private pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.random() * from.length)]
  }

  private begin(task: string): void {
    this.open.set(task, [])
    this.emit({ type: "node_started", node: `n${task}`, task })
  }

  private write(task: string, number: number): void {
    const id = `${task}.${this.pick([1, 2])}-${this.pick([1, 2])}`
    this.open.get(task)?.push(id)
    const type = this.pick(["text", "reasoning"] as const) ?? "text"
    this.emit({ type, node: `n${task}`, task, id, text: `w${number} `, final: false })
  }

  private crash(): void {
    this.attempt += 1
    this.emit({ ...started, ...preset })
    for (const task of this.open.keys()) this.emit({ type: "node_started", node: `n${task}`, task })
  }

  private note(task: string, act: number, number: number): void {
    const at = { node: `n${task}`, task }
    const closed = this.pick(this.open.get(task) ?? []) ?? "none"
    const by = this.pick(["rule", "m"])
    const cost = { input_tokens: number, output_tokens: 1, usd: number % 17 ? 0.001 : null }
    const notes: Told[] = [
      { type: "text", ...at, id: closed, text: "", final: true },
      { type: "text", ...at, id: "report", text: `final ${number}`, final: true },
      { type: "progress", ...at, text: "p", done: number, total: 120 },
      { type: "model_call", ...at, role: "r", by, ...cost },
      { type: "finding", ...at, id: `F${number}`, severity: "minor", text: "f" },
    ]
    this.emit(notes[act - 7] as Told)
  }

  /** As `runtime/texts.py` compacts: final texts for the deltas of the newest attempt of each ask, then the end. */
  finish(task: string): void {
    this.open.delete(task)
    const at = { node: `n${task}`, task }
    const said = this.told.filter(isWords).filter((one) => one.task === task)
    const deltas = said.filter((one) => !one.final)
    const newest = new Map<string, number>()
    for (const one of deltas) newest.set(ask(one), Math.max(newest.get(ask(one)) ?? 0, one.attempt))
    const closed = new Set(said.filter((one) => one.final && !one.text).map((one) => `${key(one)} ${one.attempt}`))
    const whole = new Map<string, Told & { text: string }>()
    for (const one of deltas) {
      if (one.attempt !== newest.get(ask(one)) || closed.has(`${key(one)} ${one.attempt}`)) continue
      const text = (whole.get(key(one))?.text ?? "") + one.text
      whole.set(key(one), { type: one.type, ...at, id: one.id, text, final: true })
    }
    for (const one of whole.values()) this.emit(one)
    this.emit({ type: "node_finished", ...at, seconds: 1, summary: "s" })
  }
}

const isWords = (event: Event): event is Words => event.type === "text" || event.type === "reasoning"
const ask = (one: Words) => one.id.replace(/-\d+$/, "")
const key = (one: Words) => `${one.type} ${one.id}`
