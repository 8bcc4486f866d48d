import { isFields } from "./schema"

/** Fields that name entries of their own list by number, from 1. */
const NUMBERED = "depends_on"

/** The list with one entry in another place; what names entries by number names the same ones still. */
export function moved(items: readonly unknown[], from: number, to: number): unknown[] {
  const order = items.map((_, at) => at)
  order.splice(to, 0, ...order.splice(from, 1))
  return ordered(items, order)
}

/** The list without one entry; nothing names it any more. */
export function removed(items: readonly unknown[], at: number): unknown[] {
  return ordered(
    items,
    items.map((_, place) => place).filter((place) => place !== at),
  )
}

function ordered(items: readonly unknown[], order: number[]): unknown[] {
  return order.map((at) => renumbered(items[at], order))
}

function renumbered(item: unknown, order: number[]): unknown {
  if (!isFields(item) || !Array.isArray(item[NUMBERED])) return item
  const kept = item[NUMBERED].map((number) => order.indexOf(Number(number) - 1) + 1).filter((number) => number > 0)
  return { ...item, [NUMBERED]: kept }
}
