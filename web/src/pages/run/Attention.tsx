import { ofBrowser } from "@/api/storage"
import { memo, useEffect, useState } from "react"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Button } from "@/ui"
import { useStatusWord } from "@/ui/Status"
import { runWords } from "./words"

const KEY = "kasen.notify"
const HAS = typeof Notification === "function"

/** Whether the person wants to be told. Browsers take their time to answer: it is not asked with every word. */
const isWanted = (): boolean => HAS && Notification.permission === "granted" && ofBrowser.get(KEY) === "1"

/** Tells who does not look: the title of the tab, what screen readers say, and a notification for who wants one. */
export const Attention = memo(function Attention({ title, status }: { title: string; status: string }) {
  const t = useWords(runWords)
  const word = useStatusWord()
  const needsYou = status === "paused"
  useTitle(needsYou ? `● ${t.needsYou} · ${title}` : title)
  useEffect(() => {
    if (needsYou && document.hidden && isWanted()) new Notification(t.needsYou, { body: title, tag: title })
  }, [needsYou, title, t])
  return (
    <p className="unseen" role="status">
      {t.ended(title, word(status))}
    </p>
  )
})

/** Asks for notifications; the browser asks the person only after this click. */
export const Notify = memo(function Notify() {
  const t = useWords(runWords)
  const [isOn, setOn] = useState(isWanted)
  const [isPossible] = useState(() => HAS && Notification.permission !== "denied")
  if (!isPossible) return null
  const turn = async () => {
    const wanted = !isOn && (await Notification.requestPermission()) === "granted"
    ofBrowser.set(KEY, wanted ? "1" : "0")
    setOn(wanted)
  }
  return (
    <div>
      <Button small aria-pressed={isOn} onClick={() => void turn()}>
        {isOn ? t.notifying : t.notify}
      </Button>
    </div>
  )
})
