import { type KeyboardEvent, useRef } from "react"
import { useWords } from "@/i18n/words"
import styles from "./run.module.css"
import { runWords } from "./words"

export type Tab = "work" | "result"

export const tabIds = (id: string) => ({
  tab: { work: `${id}-work-tab`, result: `${id}-result-tab` },
  panel: { work: `${id}-work`, result: `${id}-result` },
})

interface TabsProps {
  ids: ReturnType<typeof tabIds>
  shown: Tab
  onShow: (tab: Tab) => void
  isResultFirst: boolean
  /** Whether what is made is still a board of the work. */
  isBoard: boolean
}

/** Which column a narrow page shows; wide pages show both, and these as their headings. */
export function Tabs({ ids, shown, onShow, isResultFirst, isBoard }: TabsProps) {
  const t = useWords(runWords)
  const list = useRef<HTMLDivElement>(null)
  const order: Tab[] = isResultFirst ? ["result", "work"] : ["work", "result"]
  const turn = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    const other = shown === "work" ? "result" : "work"
    onShow(other)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(ids.tab[other])}`)?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={t.views}>
      {order.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={ids.tab[tab]}
          aria-selected={shown === tab}
          aria-controls={ids.panel[tab]}
          tabIndex={shown === tab ? 0 : -1}
          onClick={() => onShow(tab)}
          onKeyDown={turn}
        >
          {tab === "result" && isBoard ? t.board : t[tab]}
        </button>
      ))}
    </div>
  )
}
