import type { Tone } from "@/ui"
import { words } from "@/i18n/words"

/** Statuses of runs, in both languages. `stopped: WHY` is looked up by its own words. */
export const statusWords = words<Record<string, string>>(
  {
    created: "starting",
    running: "running",
    paused: "needs you",
    interrupted: "interrupted",
    failed: "failed",
    cancelled: "cancelled",
    done: "done",
    "not reviewed": "done, not reviewed",
    "stopped: budget": "stopped at the budget",
    "stopped: deadline": "stopped at the deadline",
    "stopped: person": "stopped by a person",
  },
  {
    created: "準備中",
    running: "実行中",
    paused: "確認待ち",
    interrupted: "中断",
    failed: "失敗",
    cancelled: "取り消し",
    done: "完了",
    "not reviewed": "完了（査読なし）",
    "stopped: budget": "予算で停止",
    "stopped: deadline": "期限で停止",
    "stopped: person": "承認で停止",
  },
)

const TONES: Record<string, Tone> = {
  ...({ created: "live", running: "live", paused: "fair", interrupted: "fair", failed: "bad" } as const),
  ...({ done: "good", cancelled: "quiet" } as const),
}

/** The colour of a status; the word always stands beside it. */
export const statusTone = (status: string): Tone => TONES[status] ?? (status.startsWith("stopped") ? "fair" : "quiet")
