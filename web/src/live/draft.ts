import type { Event, LiveRun, Step } from "./state"

/** The keys of a thing that hold lists. */
type ListsOf<T> = { [K in keyof T]: T[K] extends unknown[] ? K : never }[keyof T]

/** A copy of a run, made as far as it changes: thousands of events cost one copy of each list. */
export class Draft {
  readonly run: LiveRun
  private readonly own = new Set<object>()
  private readonly places = new Map<string, number>()

  constructor(before: LiveRun) {
    this.run = { ...before }
    before.steps.forEach((step, place) => this.places.set(step.task, place))
  }

  /** A list of the run that may be changed. */
  list<K extends ListsOf<LiveRun>>(name: K): LiveRun[K] {
    return this.mine(this.run, name)
  }

  /** A list of a step that may be changed. */
  listOf<K extends ListsOf<Step>>(step: Step, name: K): Step[K] {
    return this.mine(step, name)
  }

  /** The step that an event is of, if any: the latest execution of its task; it may be changed. */
  stepOf(event: Event): Step | undefined {
    const place = event.task ? this.places.get(event.task) : undefined
    return place === undefined ? undefined : this.step(place)
  }

  begin(step: Step): void {
    this.own.add(step).add(step.texts).add(step.notes)
    this.places.set(step.task, this.list("steps").push(step) - 1)
  }

  /** Changes the steps for which something holds. */
  change(holds: (step: Step) => boolean, how: (step: Step) => void): void {
    this.run.steps.forEach((step, place) => {
      if (holds(step)) how(this.step(place))
    })
  }

  private step(place: number): Step {
    const steps = this.list("steps")
    const step = steps[place] as Step
    if (this.own.has(step)) return step
    const copy = { ...step }
    this.own.add(copy)
    steps[place] = copy
    return copy
  }

  private mine<T, K extends keyof T>(holder: T, name: K): T[K] {
    const list = holder[name] as unknown[]
    if (!this.own.has(list)) {
      const copy = [...list]
      this.own.add(copy)
      holder[name] = copy as T[K]
    }
    return holder[name]
  }
}
