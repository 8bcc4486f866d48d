import { noteSilence } from "@/api/reach"

const KEY = "kasen.reloaded"
const AGAIN_MS = 10_000

/** Load the document again, unless that was done just now, or no server answers: then the person decides. */
export async function reloadOnce(reload = () => location.reload()): Promise<boolean> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < AGAIN_MS) return false
  const answer = await fetch("/index.html", { cache: "no-store" }).catch(() => undefined)
  if (!answer) noteSilence()
  if (!answer?.ok) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  reload()
  return true
}
