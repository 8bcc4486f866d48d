import { noteSilence } from "@/api/reach"
import { ofTab } from "@/api/storage"

const KEY = "kasen.reloaded"
const AGAIN_MS = 10_000

/** Load the document again, unless that was done just now, or no server answers: then the person decides. They do as
 * well where the browser would not remember that it was done: it could go on for ever. */
export async function reloadOnce(reload = () => location.reload()): Promise<boolean> {
  const last = Number(ofTab.get(KEY) ?? 0)
  if (Date.now() - last < AGAIN_MS) return false
  const answer = await fetch("/index.html", { cache: "no-store" }).catch(() => undefined)
  if (!answer) noteSilence()
  if (!answer?.ok) return false
  if (!ofTab.set(KEY, String(Date.now()))) return false
  reload()
  return true
}
