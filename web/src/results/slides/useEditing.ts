import { useState } from "react"
import { Problem } from "@/api/client"
import { onward } from "@/api/onward"
import { startRun } from "@/api/starting"
import type { RunDetail } from "@/api/types/server"
import { resultOf } from "./shots"
import type { DeckState } from "./useDeck"

export interface Editing {
  /** Ask for a change; true when it has begun. */
  send: (wish: string, restore?: number) => Promise<boolean>
  isSending: boolean
  /** Why the last one was not begun. */
  refused: unknown
  /** Whether it was because another change is at work. */
  isBusy: boolean
  /** Which models answer; empty for those that made the deck. */
  preset: string
  setPreset: (preset: string) => void
}

/** Changes of a deck: each is a run that goes on from the newest, one at a time. */
export function useEditing({ newest, lineage, refresh }: DeckState): Editing {
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const [preset, setPreset] = useState("")
  const send = async (wish: string, restore = 0) => {
    setSending(true)
    setRefused(undefined)
    try {
      await startRun({
        ...{ team: "slides", mode: "edit" },
        request: { wish, lang: resultOf(newest)?.lang ?? "auto", ...(restore && { restore }) },
        options: { ...driven(newest, preset), thread: lineage.thread },
      })
      return true
    } catch (error) {
      setRefused(error)
      return false
    } finally {
      await refresh().catch(() => undefined)
      setSending(false)
    }
  }
  const isBusy = refused instanceof Problem && refused.error === "RunBusy"
  return { send, isSending, refused, isBusy, preset, setPreset }
}

/** As the deck was made, unless other models are wanted: those that were set for single roles go with their preset. */
const driven = (newest: RunDetail, preset: string) => ({
  ...onward(newest),
  ...(preset && { preset, models: {} }),
})
