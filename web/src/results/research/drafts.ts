import type { LiveRun } from "@/live/state"

/** The text that was written last: prose only, as a role's structured answer is not for readers. */
export function draftOf(live: LiveRun): string {
  const texts = live.steps.flatMap((step) => step.texts).filter((text) => text.kind === "text")
  return texts.findLast((text) => text.words.trim() && !/^\s*(```json\s*)?[{[]/.test(text.words))?.words ?? ""
}
