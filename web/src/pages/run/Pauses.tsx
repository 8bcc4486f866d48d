import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { mutate } from "swr"
import { runKey } from "@/api/asking"
import type { ApprovalShown, RunDetail } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { wakeLive } from "@/live/useLive"
import { Loading, Stack } from "@/ui"
import { runWords } from "./words"

const PauseCard = lazy(() => import("@/pauses/PauseCard").then((part) => ({ default: part.PauseCard })))

/** What the run asks a person. A card that was answered here stays, so that the focus has where to be. */
export function Pauses({ run }: { run: RunDetail }) {
  const t = useWords(runWords)
  const cards = useSeen(run.approvals)
  const ref = useRef<HTMLElement>(null)
  const open = run.approvals.length
  useEffect(() => {
    if (open && isIdle(document.activeElement)) ref.current?.focus({ preventScroll: true })
  }, [open])
  if (!cards.length) return null
  const again = () => {
    wakeLive(run.id)
    void mutate(runKey(run.id))
  }
  return (
    <section ref={ref} tabIndex={-1} aria-label={t.needsYou} style={{ outline: "none" }}>
      <Stack>
        <Suspense fallback={<Loading />}>
          {cards.map((one) => (
            <PauseCard key={one.id} runId={run.id} approval={one} onAnswered={again} />
          ))}
        </Suspense>
      </Stack>
    </section>
  )
}

/** Who is doing something is not interrupted: the title and the status say it. A heading has the focus on arrival. */
const isIdle = (at: Element | null): boolean => !at || at === document.body || at.matches("h1, #content")

/** The pauses that were open since the page is shown, in the order they came. */
function useSeen(open: ApprovalShown[]): ApprovalShown[] {
  const [seen, setSeen] = useState(open)
  const fresh = open.filter((one) => !seen.some(({ id }) => id === one.id))
  if (fresh.length) setSeen([...seen, ...fresh])
  return seen
}
