import type { RunDetail } from "@/api/types/server"
import { useTold } from "@/i18n/told"
import { useWords } from "@/i18n/words"
import type { LiveRun } from "@/live/state"
import { Note } from "@/ui"
import { runWords } from "./words"

interface TroubleProps {
  run: RunDetail
  live: LiveRun
  status: string
}

/** What went wrong with the run or on the way to it, with the next step. */
export function Trouble({ run, live, status }: TroubleProps) {
  const t = useWords(runWords)
  return (
    <div role="status">
      {live.connection === "waiting" && live.lastSeq > 0 && <Note>{t.waiting}</Note>}
      {status === "waiting" && <Note>{t.inLine(run.ahead ?? 0)}</Note>}
      {status === "interrupted" && <Note>{t.interrupted}</Note>}
      {status === "failed" && <Why {...reasonOf(run, live)} />}
    </div>
  )
}

function Why({ message, hint }: { message: string; hint: string }) {
  const t = useWords(runWords)
  const told = useTold()
  const [why, next] = [told(message), told(hint)]
  return (
    <Note tone="bad">
      <p>{t.failed}</p>
      {message && <p lang={why.lang}>{why.text}</p>}
      {hint && <p lang={next.lang}>{next.text}</p>}
    </Note>
  )
}

function reasonOf(run: RunDetail, live: LiveRun): { message: string; hint: string } {
  if (live.ended?.type === "run_failed") return { message: live.ended.message, hint: live.ended.hint }
  const said = (name: string) => (typeof run.error?.[name] === "string" ? run.error[name] : "")
  return { message: said("message"), hint: said("hint") }
}
