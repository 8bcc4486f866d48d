import { useEffect, useState, useSyncExternalStore } from "react"
import { mutate } from "swr"
import { noteAnswer, reach } from "@/api/reach"
import { useWords } from "@/i18n/words"
import styles from "./shell.module.css"
import { shellWords } from "./words"

const EVERY_MS = 2_000
const SAID_MS = 4_000

async function isBack(): Promise<boolean> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined)
  return answer?.ok === true
}

/** A bar while no server answers. It asks until one does, then everything on the page is asked for again. */
export function ServerBar() {
  const t = useWords(shellWords)
  const { gone } = useSyncExternalStore(reach.listen, reach.now)
  const [returned, setReturned] = useState(false)
  useEffect(() => {
    if (!gone) return
    const timer = setInterval(() => {
      void isBack().then((back) => {
        if (!back || !reach.now().gone) return
        noteAnswer(200)
        setReturned(true)
        setTimeout(() => setReturned(false), SAID_MS)
        void mutate(() => true)
      })
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [gone])
  const said = gone ? t.gone : returned ? t.back : ""
  return (
    <div role="status" className={styles.bar} data-tone={gone ? "fair" : "good"}>
      {said && <p>{said}</p>}
    </div>
  )
}
