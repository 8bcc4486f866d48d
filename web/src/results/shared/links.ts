/** The address if it is safe to follow: http or https, and nothing else. */
export function outsideLink(given: string | undefined): string | undefined {
  if (!given || !/^https?:\/\//i.test(given)) return undefined
  return URL.canParse(given) ? given : undefined
}
