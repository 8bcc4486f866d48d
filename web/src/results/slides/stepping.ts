interface Key {
  key: string
  altKey?: boolean
  ctrlKey?: boolean
  metaKey?: boolean
}

const TO: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  PageDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  PageUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The slide that a key leads to; undefined for keys that lead to none. At the ends one stays. */
export function step(event: Key, at: number, count: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const to = TO[event.key]?.(at, count)
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
