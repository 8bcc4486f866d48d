/** Place in units of this language for a place that counts characters as the server does, one for each. */
export function unitPlaces(text: string): (place: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (place) => place
  const units = [0]
  let at = 0
  for (const sign of text) units.push((at += sign.length))
  return (place) => units[place] ?? at
}
