/** Which process told of readings: `Kasen-Process`, its place and when it began in milliseconds. */
export interface Teller {
  place: string
  began: number
}

export function tellerOf(response: Response): Teller {
  const [place = "", began = ""] = (response.headers.get("Kasen-Process") ?? "").split(" ")
  return { place, began: Number(began) }
}

/** Readings that were under way when one last looked, each with the process that told of it. */
export type UnderWay = ReadonlyMap<string, Teller>

/** Whether the process that read was followed by another in its place: nobody will tell what came of it. One that is
 * not told for any other reason may be with another server, or have ended long ago. */
export const isLost = (before: UnderWay, told: readonly string[], now: Teller): boolean =>
  [...before].some(
    ([id, teller]) => !told.includes(id) && !!now.place && teller.place === now.place && teller.began < now.began,
  )
