/** What a field is for; what stands between backticks is written as one types it. */
export function About({ text }: { text: string }) {
  return text.split("`").map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))
}
