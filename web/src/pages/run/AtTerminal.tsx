import type { RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Card, Stack } from "@/ui"
import { Command } from "@/ui/Command"
import { isAtWork } from "@/ui/Status"
import { actionWords } from "./actionWords"

interface TerminalProps {
  run: RunDetail
  status: string
  /** The limits of the run. */
  caps: Record<string, number>
}

/** Teams with a command of their own that shows more. */
const GO_ON: Record<string, string> = { code: "kasen code continue" }

/** How a run goes on that no page carries on. While it asks something, the answer comes first. */
export function AtTerminal({ run, status, caps }: TerminalProps) {
  const t = useWords(actionWords)
  if (!run.terminal_only || !run.can_continue || isAtWork(status) || run.approvals.length) return null
  return (
    <Card aria-label={t.terminalTitle}>
      <Stack>
        <h2>{t.terminalTitle}</h2>
        <p>{t.terminalWhy}</p>
        <Command line={[GO_ON[run.team] ?? "kasen runs continue", run.id, ...raised(status, caps)].join(" ")} />
      </Stack>
    </Card>
  )
}

/** Where the budget was spent it goes on with twice of it. */
const raised = (status: string, caps: Record<string, number>): string[] =>
  status === "stopped: budget" ? Object.entries(caps).map(([cap, limit]) => `--budget-${cap} ${limit * 2 || 1}`) : []
