/** Milliseconds of work in one go; the browser draws and answers in between. */
const SLICE = 8
/** Items that are worked on between two looks at the clock. */
const ONCE = 50
/** How long is waited for a frame; a page out of sight is drawn none. */
const UNSEEN = 100

/** Milliseconds between two times that the page is drawn anew: it reads as continuous, and leaves time for the person. */
const DRAWN = 100

/** What a queue needs of the world. */
export interface Clock {
  now: () => number
  /** Before the next frame, or soon when there is none. */
  soon: (call: () => void) => void
}

/** A page that goes out of sight while it waits for a frame gets none: time passes there as well. */
const browser: Clock = {
  now: () => performance.now(),
  soon: (call) => {
    const run = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      call()
    }
    const timer = setTimeout(run, UNSEEN)
    const frame = requestAnimationFrame(run)
  },
}

/** A queue that is worked off a little per frame: any number of items keeps the page in motion. */
export function queue<T>(work: (items: T[]) => void, done: () => void, clock = browser): (items: T[]) => void {
  let waiting: T[] = []
  let next = 0
  let isPlanned = false
  let told = -Infinity
  const plan = () => {
    isPlanned = true
    clock.soon(run)
  }
  const run = () => {
    isPlanned = false
    const end = clock.now() + SLICE
    while (next < waiting.length && clock.now() < end) {
      work(waiting.slice(next, next + ONCE))
      next += ONCE
    }
    if (next >= waiting.length) {
      waiting = []
      next = 0
    } else plan()
    tell()
  }
  /** At once, or as soon as it is time; what came meanwhile is told with it. */
  const tell = () => {
    if (clock.now() - told >= DRAWN) {
      told = clock.now()
      done()
    } else if (!isPlanned) plan()
  }
  return (items) => {
    for (const item of items) waiting.push(item)
    if (!isPlanned) plan()
  }
}
