import { useEffect, useSyncExternalStore } from "react"
import { mutate } from "swr"
import { useSession } from "@/api/asking"
import { api, ask } from "@/api/client"
import { reach } from "@/api/reach"
import { ofTab } from "@/api/storage"
import type { SessionShown } from "@/api/types/server"

const OWNER = "kasen.owner"

/** Whose this document is; it stays theirs until it is loaded again, since what they saw is in its memory. */
let owner: string | undefined

/** Who is signed in; undefined until that is known. Asked again whenever the server refuses for want of a token. */
export function useSignedIn(): { session: SessionShown | undefined; isKnown: boolean } {
  const { data, error } = useSession()
  const { refused } = useSyncExternalStore(reach.listen, reach.now)
  // Nothing is shown of the one before, and nothing of theirs is sent in the name of another.
  const isOther = isOfAnother(data)
  useEffect(() => {
    if (refused) void mutate("session")
  }, [refused])
  useEffect(() => {
    if (data && takeTab(data)) location.reload()
  }, [data])
  return { session: isOther ? undefined : data, isKnown: !isOther && (data !== undefined || error !== undefined) }
}

/** Whether somebody else than the one of this tab is signed in. */
function isOfAnother(session: SessionShown | undefined): boolean {
  const before = owner ?? ofTab.get(OWNER)
  return session?.signed_in === true && before !== null && before !== session.owner
}

/** The tab is theirs from now on; true where it was another's, of whom nothing is kept: the document has to go too. */
export function takeTab(session: SessionShown): boolean {
  if (!session.signed_in) return false
  const isOther = isOfAnother(session)
  if (isOther) ofTab.clear()
  else owner = session.owner
  ofTab.set(OWNER, session.owner)
  return isOther
}

/** Ends the session and loads the document again, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  await ask(api.DELETE("/api/session"))
  // What was begun and not sent: answers, choices, words of one's own.
  ofTab.clear()
  location.reload()
}
