export interface Point {
  x: number
  y: number
}

/** Pixels from the middle to the edge. */
export const RADIUS = 110

/** Where a share of the whole stands on an axis; the first points up, the others follow clockwise. */
export function pointAt(axis: number, axes: number, share: number): Point {
  const angle = (2 * Math.PI * axis) / axes
  const round = (value: number) => Math.round(value * 100) / 100
  return { x: round(Math.sin(angle) * RADIUS * share), y: round(-Math.cos(angle) * RADIUS * share) }
}

/** Corners of values between 0 and `most`; undefined for what is not known. */
export const cornersOf = (values: readonly (number | null)[], most: number): (Point | undefined)[] =>
  values.map((value, at) =>
    value === null ? undefined : pointAt(at, values.length, Math.min(1, Math.max(0, value / most))),
  )

/** Sides between neighbours that are both known. */
export const sidesOf = (corners: readonly (Point | undefined)[]): [Point, Point][] =>
  corners.flatMap((one, at) => {
    const next = corners[(at + 1) % corners.length]
    return one && next ? [[one, next]] : []
  })
