import { Problem } from "@/api/client"
import { uploadFile } from "@/api/uploading"
import type { SentFile } from "@/api/sending"

/** Files that wait to be sent, a few of them under way. */
export interface SendingLine {
  push: (key: string, file: File) => void
  end: (key: string) => void
  endAll: () => void
}

/** How many are sent at once: a browser holds six connections to a server, and the page needs some. */
const LANES = 3

/** `change` hears how each file fares. */
export function sendingLine(change: (key: string, news: Partial<SentFile>) => void): SendingLine {
  const waiting = new Map<string, File>()
  const underWay = new Map<string, AbortController>()

  async function send(key: string, file: File) {
    const control = new AbortController()
    underWay.set(key, control)
    try {
      const upload = await uploadFile(file, (share) => change(key, { share }), control.signal)
      change(key, { upload, name: upload.name, share: 1 })
    } catch (error) {
      if (error instanceof Problem) change(key, { refusal: { kind: "problem", problem: error } })
    } finally {
      underWay.delete(key)
      next()
    }
  }

  function next() {
    for (const [key, file] of waiting) {
      if (underWay.size >= LANES) return
      waiting.delete(key)
      void send(key, file)
    }
  }

  function end(key: string) {
    waiting.delete(key)
    underWay.get(key)?.abort()
  }

  return {
    push: (key, file) => {
      waiting.set(key, file)
      next()
    },
    end,
    endAll: () => {
      waiting.clear()
      for (const key of underWay.keys()) end(key)
    },
  }
}
