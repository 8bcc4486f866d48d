import { words } from "@/i18n/words"

/** By the status that the server names. */
export const statusWords = words(
  {
    created: "Starting",
    waiting: "In line",
    running: "At work",
    paused: "Waiting for you",
    interrupted: "Interrupted",
    failed: "Failed",
    cancelled: "Cancelled",
    done: "Done",
    "not passed": "Did not pass",
    stopped: "Stopped",
    "stopped: budget": "Budget spent",
    "stopped: deadline": "Out of time",
    "stopped: person": "Stopped by you",
  },
  {
    created: "開始中",
    waiting: "順番待ち",
    running: "実行中",
    paused: "回答待ち",
    interrupted: "中断",
    failed: "失敗",
    cancelled: "取り消し",
    done: "完了",
    "not passed": "不合格",
    stopped: "停止",
    "stopped: budget": "予算切れ",
    "stopped: deadline": "時間切れ",
    "stopped: person": "手動で停止",
  },
)
