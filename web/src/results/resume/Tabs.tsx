import { type KeyboardEvent, type ReactNode, useId, useRef } from "react"
import styles from "./tabs.module.css"

export interface Tab {
  id: string
  name: string
  /** How much there is; nothing is shown for undefined. */
  count?: number | string | undefined
  panel: ReactNode
}

interface Props {
  label: string
  tabs: readonly Tab[]
  chosen: string
  onChoose: (id: string) => void
}

/** Parts of a review, one at a time; arrows, Home and End move between them. */
export function Tabs({ label, tabs, chosen, onChoose }: Props) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex((one) => one.id === chosen),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = next === undefined ? undefined : tabs[next % tabs.length]
    if (!tab) return
    event.preventDefault()
    onChoose(tab.id)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(tab)]?.focus()
  }
  return (
    <div className={styles.tabs}>
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen tab within has the focus */}
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab, number) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-controls={`${base}-${tab.id}-panel`}
            aria-selected={number === at}
            tabIndex={number === at ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(tab.id)}
          >
            {tab.name}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map((tab, number) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          hidden={number !== at}
          className={styles.panel}
        >
          {number === at && tab.panel}
        </div>
      ))}
    </div>
  )
}
