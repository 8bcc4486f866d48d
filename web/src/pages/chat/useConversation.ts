import { useChat } from "@ai-sdk/react"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { Problem } from "@/api/client"
import type { Upload } from "@/api/types/server"
import { chatsChanged, historyOf, stopChat } from "./asking"
import { isTaken } from "./caughtUp"
import { takeFirst } from "./first"
import { type Counts, followed } from "./followed"
import type { ChatMessage } from "./message"
import { newTransport } from "./transport"
import { forgetUnsent, keepUnsent } from "./unsent"
import { useOthers } from "./useOthers"
import { useRecovery } from "./useRecovery"

/** Milliseconds for which words are gathered before they are shown. */
const GATHER_MS = 100

/** What a person says, with who shall answer: fields of the body of POST /api/chat. */
export interface Saying {
  words: string
  files: Upload[]
  options: Record<string, string>
}

export interface Conversation {
  messages: ChatMessage[]
  /** Somebody is at work on an answer. */
  isBusy: boolean
  isStopping: boolean
  /** The server does not answer; it is tried again by itself. */
  isLost: boolean
  error: Problem | undefined
  /** The last message was not taken. */
  isRefused: boolean
  say: (saying: Saying) => void
  stop: () => void
  /** Look again at what the server has: an answer was given elsewhere. */
  catchUp: () => void
}

interface Given {
  id: string
  messages: ChatMessage[]
  resume: boolean
  /** The server did not take the message: its words go back to where they were written. */
  onRefused: (saying: Saying) => void
}

/** A chat that lives on over reloads, other tabs, broken connections and restarts of the server. */
export function useConversation({ id, messages: first, resume, onRefused }: Given): Conversation {
  const transport = useMemo(() => newTransport(), [])
  const [error, setError] = useState<Problem>()
  const [isRefused, setRefused] = useState(false)
  const [isLost, setLost] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const [cut, setCut] = useState<Error>()
  const said = useRef<Saying>(undefined)
  const counts = useRef<Counts>({ round: 0, finished: 0 })
  const chat = useChat<ChatMessage>({
    id,
    messages: first,
    transport,
    resume,
    throttle: GATHER_MS,
    onFinish: ({ finishReason, isAbort, isError }) => {
      counts.current.finished += 1
      if (finishReason) forgetUnsent(id)
      if (!finishReason && !isAbort && !isError) setCut(new Error("the answer was cut off"))
    },
  })
  const { status, messages, setMessages, resumeStream, clearError } = chat
  const isBusy = status === "submitted" || status === "streaming"

  const follow = useCallback(() => followed({ id, setMessages, resumeStream, counts }), [id, setMessages, resumeStream])
  const tell = useOthers(id, isBusy, follow)
  useEffect(() => {
    if (status !== "streaming" || !said.current) return
    forgetUnsent(id)
    tell()
  }, [id, status, tell])

  const giveBack = (problem: Problem, message: ChatMessage, saying: Saying) => {
    setMessages((now) => now.filter((one) => one.id !== message.id))
    setError(problem)
    setRefused(true)
    onRefused(saying)
  }
  /** What the server has counts. What it has not taken goes back to the person. */
  const recover = async (problem: Problem) => {
    const last = messages.at(-1)
    const mine = last?.role === "user" ? last : undefined
    const isKept = problem.status < 400 && (!mine || isTaken(await historyOf(id), mine))
    clearError()
    setCut(undefined)
    if (isKept) forgetUnsent(id)
    if (isKept || !mine || !said.current) await follow()
    else giveBack(problem, mine, said.current)
    setLost(false)
  }
  useRecovery(chat.error ?? cut, recover, () => setLost(true))

  const say = (saying: Saying) => {
    keepUnsent(id, saying)
    takeFirst(id)
    said.current = saying
    counts.current.round += 1
    setError(undefined)
    setRefused(false)
    const files = saying.files.map(partOf)
    const spoken = chat.sendMessage({ text: saying.words, files }, { body: saying.options })
    void spoken.then(chatsChanged).then(tell)
  }
  const stop = () => {
    setStopping(true)
    stopChat(id)
      .catch((problem: unknown) => setError(problem instanceof Problem ? problem : undefined))
      .finally(() => setStopping(false))
  }
  const catchUp = useCallback(() => {
    if (!isBusy) follow().catch((problem: unknown) => setCut(problem instanceof Error ? problem : undefined))
  }, [isBusy, follow])
  return { messages, isBusy, isStopping, isLost: isLost && !isBusy, error, isRefused, say, stop, catchUp }
}

/** A file that was sent before, by its name on the server. */
const partOf = ({ id, name, media_type }: Upload) =>
  ({ type: "file", url: `upload:${id}`, filename: name, mediaType: media_type }) as const
