import { useEffect, useState } from "react"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Button } from "@/ui"
import { useStatusWord } from "@/ui/Status"
import { runWords } from "./words"

const KEY = "kasen.notify"
const HAS = typeof Notification === "function"

/** Tells who does not look: the title of the tab, what screen readers say, and a notification for who wants one. */
export function Attention({ title, status }: { title: string; status: string }) {
  const t = useWords(runWords)
  const word = useStatusWord()
  const needsYou = status === "paused"
  useTitle(needsYou ? `● ${t.needsYou} · ${title}` : title)
  const isWanted = HAS && Notification.permission === "granted" && localStorage.getItem(KEY) === "1"
  useEffect(() => {
    if (needsYou && isWanted && document.hidden) new Notification(t.needsYou, { body: title, tag: title })
  }, [needsYou, isWanted, title, t])
  return (
    <p className="unseen" role="status">
      {t.ended(title, word(status))}
    </p>
  )
}

/** Asks for notifications; the browser asks the person only after this click. */
export function Notify() {
  const t = useWords(runWords)
  const [isOn, setOn] = useState(HAS && Notification.permission === "granted" && localStorage.getItem(KEY) === "1")
  if (!HAS || Notification.permission === "denied") return null
  const turn = async () => {
    const wanted = !isOn && (await Notification.requestPermission()) === "granted"
    localStorage.setItem(KEY, wanted ? "1" : "0")
    setOn(wanted)
  }
  return (
    <div>
      <Button small aria-pressed={isOn} onClick={() => void turn()}>
        {isOn ? t.notifying : t.notify}
      </Button>
    </div>
  )
}
