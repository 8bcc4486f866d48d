import { useChat, type UseChatHelpers } from "@ai-sdk/react"
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { Problem } from "@/api/client"
import type { ChatHistory, Upload } from "@/api/types/server"
import { chatsChanged, historyOf, stopChat } from "./asking"
import { caughtUp, isTaken } from "./caughtUp"
import { takeFirst } from "./first"
import type { ChatMessage } from "./message"
import { newTransport } from "./transport"
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
      if (!finishReason && !isAbort && !isError) setCut(new Error("the answer was cut off"))
    },
  })
  const { status, messages, setMessages, clearError } = chat
  const isBusy = status === "submitted" || status === "streaming"

  const follow = useFollow(id, chat, counts)
  const tell = useOthers(id, isBusy, follow)
  useEffect(() => {
    if (status === "streaming" && said.current) tell()
  }, [status, tell])

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
    setLost(false)
    if (isKept || !mine || !said.current) await follow()
    else giveBack(problem, mine, said.current)
    clearError()
    setCut(undefined)
  }
  useRecovery(chat.error ?? cut, recover, () => setLost(true))

  const say = (saying: Saying) => {
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
  return { messages, isBusy, isStopping, isLost, error, isRefused, say, stop, catchUp }
}

/** A file that was sent before, by its name on the server. */
const partOf = ({ id, name, media_type }: Upload) =>
  ({ type: "file", url: `upload:${id}`, filename: name, mediaType: media_type }) as const

interface Counts {
  /** How often the person has said something. */
  round: number
  /** How many streams have come to an end. */
  finished: number
}

/** Brings the page to where the server is, and follows the answer that is under way. */
function useFollow(id: string, chat: UseChatHelpers<ChatMessage>, counts: RefObject<Counts>) {
  const { setMessages, resumeStream } = chat
  return useCallback(async () => {
    const begun = counts.current.round
    /** What was asked for before the person went on says nothing of now. */
    const take = (history: ChatHistory) => {
      if (counts.current.round === begun) setMessages((shown) => caughtUp(history, shown))
      return counts.current.round === begun
    }
    const history = await historyOf(id)
    if (!history || !take(history) || !history.active) return
    const before = counts.current.finished
    await resumeStream()
    if (counts.current.finished !== before) return
    const over = await historyOf(id) // it came to its end between the two requests
    if (over) take({ ...over, active: false })
  }, [id, resumeStream, setMessages, counts])
}
