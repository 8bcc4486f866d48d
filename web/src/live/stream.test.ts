import { expect, test } from "vitest"
import { events } from "./events.fixture"
import type { Event } from "./state"
import { FIRST, Following, type Heard, HIDDEN_AFTER, HIDDEN_EVERY, MOST, type Ways } from "./stream"
import { listen } from "./ways"

const told = events(Array.from({ length: 9 }, () => ({ type: "progress", text: "", done: 1, total: 9 })))
const settle = () => new Promise((done) => setTimeout(done))

/** A server that holds `stored`, and a clock that is moved by hand. */
class World implements Ways {
  stored: Event[] = []
  state = "running"
  isDown = false
  isDeleted = false
  heard: Heard | undefined
  opened: number[] = []
  closed = 0
  timers: { ms: number; call: () => void }[] = []
  seen: number[] = []
  connections: string[] = []
  following: Following | undefined

  follow(): Following {
    return (this.following = new Following(this, {
      events: (some) => this.seen.push(...some.map((one) => one.seq)),
      connection: (now) => this.connections.push(now),
    }))
  }

  private answer<T>(value: T): Promise<T> {
    if (this.isDeleted) return Promise.reject(new Error("gone"))
    return this.isDown ? Promise.reject(new Error("down")) : Promise.resolve(value)
  }

  history = (after: number) =>
    this.answer({ events: this.stored.filter((one) => one.seq > after).slice(0, 4), last_seq: this.stored.length })
  status = () => this.answer(this.state)
  isGone = (error: unknown) => String(error).includes("gone")
  open = (after: number, heard: Heard) => {
    this.opened.push(after)
    this.heard = heard
    return { close: () => void (this.closed += 1) }
  }
  later = (ms: number, call: () => void) => {
    const timer = { ms, call }
    this.timers.push(timer)
    return () => void (this.timers = this.timers.filter((one) => one !== timer))
  }
  async tick(): Promise<number> {
    const timer = this.timers.shift()
    timer?.call()
    await settle()
    return timer?.ms ?? 0
  }
}

const world = async (stored = told.slice(0, 6)) => {
  const made = new World()
  made.stored = stored
  made.follow()
  await settle()
  return made
}

test("what is stored is read page by page, then the stream goes on from there", async () => {
  const made = await world()
  expect(made.seen).toEqual([1, 2, 3, 4, 5, 6])
  expect(made.opened).toEqual([6])
  made.heard?.opened()
  made.heard?.event(told[6] as Event)
  expect(made.seen.at(-1)).toBe(7)
  made.heard?.end("done")
  expect(made.connections).toEqual(["live", "over"])
  expect(made.timers).toEqual([])
})

test("a stream that broke is opened again, later and later, and goes on from the last event", async () => {
  const made = await world()
  made.heard?.opened()
  made.isDown = true
  made.heard?.broken(false)
  expect(made.connections.at(-1)).toBe("waiting")
  const waits = []
  for (let tries = 0; tries < 7; tries += 1) waits.push(await made.tick())
  expect(waits).toEqual([FIRST, 1000, 2000, 4000, 8000, MOST, MOST])
  made.isDown = false
  made.stored = told.slice(0, 8)
  await made.tick()
  expect(made.seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(made.opened).toEqual([6, 8])
})

test("a refused stream is the end, unless the run is at work", async () => {
  const made = await world()
  made.heard?.broken(true)
  await settle()
  expect(made.connections).toEqual(["waiting"])
  await made.tick()
  made.state = "paused"
  made.heard?.broken(true)
  await settle()
  expect(made.connections.at(-1)).toBe("over")
  expect(made.timers).toEqual([])
})

test("a run that waited goes on when somebody tells", async () => {
  const made = await world()
  made.heard?.end("paused")
  expect(made.connections).toEqual(["over"])
  made.stored = told
  made.following?.wake()
  await settle()
  expect(made.seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(made.opened).toEqual([6, 9])
})

test("a server that stops says so, and is asked again", async () => {
  const made = await world()
  made.heard?.end("running")
  expect(made.connections).toEqual(["waiting"])
  await made.tick()
  expect(made.opened).toEqual([6, 6])
})

test("what does not exist is not asked for again", async () => {
  const made = await world()
  made.isDeleted = true
  made.heard?.broken(false)
  await made.tick()
  expect(made.connections.at(-1)).toBe("over")
  expect(made.timers).toEqual([])
})

test("a page out of sight gives its connection up, looks in now and then, and goes on when it is seen", async () => {
  const made = await world()
  made.following?.hide()
  expect(await made.tick()).toBe(HIDDEN_AFTER)
  expect(made.closed).toBe(1)
  made.stored = told.slice(0, 7)
  expect(await made.tick()).toBe(HIDDEN_EVERY)
  expect(made.seen.at(-1)).toBe(7)
  expect(made.opened).toEqual([6])
  made.following?.show()
  await settle()
  expect(made.opened).toEqual([6, 7])
})

test("a page that is out of sight for a moment keeps its connection", async () => {
  const made = await world()
  made.following?.hide()
  made.following?.show()
  expect(made.timers).toEqual([])
  expect([made.closed, made.opened]).toEqual([0, [6]])
})

test("who is closed hears nothing any more", async () => {
  const made = await world()
  const { heard } = made
  made.following?.close()
  heard?.event(told[7] as Event)
  heard?.end("done")
  expect(made.seen.at(-1)).toBe(6)
  expect(made.connections).toEqual([])
})

/** As the browser's, as far as it is used. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static made: FakeSource[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor(readonly url: string) {
    super()
    FakeSource.made.push(this)
  }
  close(): void {
    this.readyState = 2
  }
  say(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }
}

test("events of each kind are heard from the browser's source, and it never opens itself again", () => {
  const heard: unknown[] = []
  const open = () => {
    listen(
      "/x?after=1",
      {
        opened: () => heard.push("opened"),
        event: (event) => heard.push(event.type),
        end: (status) => heard.push(status),
        broken: (isRefused) => heard.push(isRefused),
      },
      FakeSource as unknown as typeof EventSource,
    )
    return FakeSource.made.at(-1) as FakeSource
  }
  const source = open()
  source.onopen?.()
  source.say("text", { type: "text", seq: 1 })
  source.say("run_failed", { type: "run_failed", seq: 2 })
  source.say("end", { status: "failed", last_seq: 2 })
  expect(source.readyState).toBe(2)
  const refused = open()
  refused.readyState = 2
  refused.onerror?.()
  const cut = open()
  cut.onopen?.()
  cut.onerror?.()
  expect(cut.readyState).toBe(2)
  expect(heard).toEqual(["opened", "text", "run_failed", "failed", true, "opened", false])
})
