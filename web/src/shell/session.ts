import { useEffect, useSyncExternalStore } from "react"
import { mutate } from "swr"
import { useSession } from "@/api/asking"
import { api, ask } from "@/api/client"
import { reach } from "@/api/reach"
import type { SessionShown } from "@/api/types/server"

/** Who is signed in; undefined until that is known. Asked again whenever the server refuses for want of a token. */
export function useSignedIn(): { session: SessionShown | undefined; isKnown: boolean } {
  const { data, error } = useSession()
  const { refused } = useSyncExternalStore(reach.listen, reach.now)
  useEffect(() => {
    if (refused) void mutate("session")
  }, [refused])
  return { session: data, isKnown: data !== undefined || error !== undefined }
}

/** Ends the session and loads the document again, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  await ask(api.DELETE("/api/session"))
  // What was begun and not sent: answers, choices, words of one's own.
  sessionStorage.clear()
  location.reload()
}
