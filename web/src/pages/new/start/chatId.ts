/** A name for a new chat that nobody else thinks of. `crypto.randomUUID` is not there on plain http to another machine. */
export const newChatId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
