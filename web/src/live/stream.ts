import type { Event, LiveRun } from "./state"

/** What a stream needs of the world; tests give their own. */
export interface Ways {
  /** A page of what is stored above `after`. Throws; `isGone` tells whether asking again can help. */
  history: (after: number) => Promise<{ events: Event[]; last_seq: number }>
  /** What the run is now: its status. Throws likewise. */
  status: () => Promise<string>
  open: (after: number, heard: Heard) => { close: () => void }
  isGone: (error: unknown) => boolean
  /** Calls once, later; gives what takes that back. */
  later: (ms: number, call: () => void) => () => void
}

/** What an open stream says. */
export interface Heard {
  opened: () => void
  event: (event: Event) => void
  /** The server says that nothing will come for now. */
  end: (status: string) => void
  /** It broke; `isRefused` when it never was one. */
  broken: (isRefused: boolean) => void
}

/** What is told to who follows. */
export interface Told {
  events: (events: Event[]) => void
  connection: (connection: LiveRun["connection"]) => void
}

/** Milliseconds before the first further try; doubled each time, up to `MOST`. */
export const FIRST = 500
export const MOST = 10_000
/** How long a page may be out of sight before its stream is closed: a browser has six connections to a server. */
export const HIDDEN_AFTER = 4_000
/** How often news are asked for out of sight. */
export const HIDDEN_EVERY = 10_000
const AT_WORK = ["created", "waiting", "running"]

/** Follows a run from `last` on, whatever happens to the connection, until its end. */
export class Following {
  private wait = FIRST
  /** Grows whenever something else is begun; what was under way then is not listened to any more. */
  private turn = 0
  private isHidden = false
  private isOver = false
  private source: { close: () => void } | undefined
  private cancel: (() => void) | undefined

  constructor(
    private readonly ways: Ways,
    private readonly told: Told,
    private last = 0,
  ) {
    this.look()
  }

  /** Somebody knows that the run goes on, or that the server is back: look again now. */
  wake(): void {
    this.wait = FIRST
    if (!this.source) this.look()
  }

  /** Nobody sees the page: after a while its connection is given up, and news are asked for now and then. */
  hide(): void {
    this.isHidden = true
    if (this.source) this.plan(HIDDEN_AFTER)
  }

  /** The page is seen again: go on where it was. */
  show(): void {
    if (!this.isHidden) return
    this.isHidden = false
    if (this.source) this.cancel?.()
    else if (!this.isOver) this.look()
  }

  close(): void {
    this.begin()
  }

  /** Leaves what is under way; gives the number of the turn that begins. */
  private begin(): number {
    this.cancel?.()
    this.cancel = undefined
    this.source?.close()
    this.source = undefined
    return (this.turn += 1)
  }

  private plan(ms: number): void {
    this.cancel?.()
    this.cancel = this.ways.later(ms, () => this.look())
  }

  private over(): void {
    this.begin()
    this.isOver = true
    this.told.connection("over")
  }

  private again(): void {
    this.begin()
    this.told.connection("waiting")
    this.plan(this.wait)
    this.wait = Math.min(this.wait * 2, MOST)
  }

  /** Reads what is stored, then listens, or looks in again later where nobody sees the page. */
  private look(): void {
    this.isOver = false
    const mine = this.begin()
    void this.tried(mine, async () => {
      if (!(await this.caughtUp(mine))) return
      if (!this.isHidden) this.source = this.ways.open(this.last, this.heard(mine))
      else if (await this.goesOn(mine)) this.plan(HIDDEN_EVERY)
    })
  }

  /** Page by page; false when something else has begun meanwhile. */
  private async caughtUp(mine: number): Promise<boolean> {
    for (;;) {
      const page = await this.ways.history(this.last)
      if (mine !== this.turn) return false
      const before = this.last
      this.take(page.events)
      if (this.last >= page.last_seq || this.last === before) return true
    }
  }

  /** Whether somebody works on the run; when not, this is its end. */
  private async goesOn(mine: number): Promise<boolean> {
    const status = await this.ways.status()
    if (mine !== this.turn) return false
    const isAtWork = AT_WORK.includes(status)
    if (!isAtWork) this.over()
    return isAtWork
  }

  private async tried(mine: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (mine !== this.turn) return
      if (this.ways.isGone(error)) this.over()
      else this.again()
    }
  }

  private take(events: Event[]): void {
    const newest = events.at(-1)
    if (!newest) return
    this.last = Math.max(this.last, newest.seq)
    this.told.events(events)
  }

  private heard(mine: number): Heard {
    const ours = (call: () => void) => {
      if (mine === this.turn) call()
    }
    const refused = () =>
      void this.tried(mine, async () => {
        if (await this.goesOn(mine)) this.again()
      })
    return {
      opened: () => ours(() => this.told.connection("live")),
      event: (event) =>
        ours(() => {
          this.wait = FIRST
          this.take([event])
        }),
      end: (status) => ours(() => (AT_WORK.includes(status) ? this.again() : this.over())),
      broken: (isRefused) => ours(() => (isRefused ? refused() : this.again())),
    }
  }
}
