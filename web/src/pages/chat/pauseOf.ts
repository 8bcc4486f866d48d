import type { ApprovalShown } from "@/api/types/server"

/** What a call in a message says of its pause. */
export interface AskedFor {
  approval: string
  shown?: unknown
  default?: unknown
}

/**
 * The pause that a call of a message stands for: the same may be asked more than once in a run. One that is open is
 * looked for first while the message knows of no answer.
 */
export function pauseOf(all: readonly ApprovalShown[], asked: AskedFor, isOpen: boolean): ApprovalShown | undefined {
  const named = all.filter((one) => one.name === asked.approval)
  const same = named.filter((one) => isSame(one.shown, asked.shown) && isSame(one.default, asked.default))
  const found = same.length ? same : named
  return found.find((one) => one.answered !== isOpen) ?? found.at(-1)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
