import { onward } from "@/api/onward"
import type { startRun } from "@/api/starting"
import type { RunDetail } from "@/api/types/server"

type RunAsked = Parameters<typeof startRun>[0]

/** How words under a finished run begin the next one; what the request does not say is taken from the run before. */
type Next = (words: string) => { request: RunAsked["request"] }

const NEXT: Record<string, Next> = {
  research: (question) => ({ request: { question } }),
  resume: (role) => ({ request: role ? { role } : {} }),
}

/** Whether words are taken here; a deck has its own place for them, beside each slide. */
export const goesOnHere = (team: string): boolean => team !== "slides"

/** Teams whose next run needs no words. */
export const needsNoWords = (team: string): boolean => team === "resume"

/** The run that goes on from this one, by the same models and within the same limits. */
export function nextRun(run: RunDetail, words: string, argument: string): RunAsked {
  const next = NEXT[run.team] ?? ((text: string) => ({ request: { [argument]: text } }))
  return { team: run.team, ...next(words.trim()), options: onward(run) }
}
