import { useEffect, useRef, useState } from "react"
import { useSession } from "@/api/asking"
import { isSending, type SentFile, sentOf, uploadsOf, useSending } from "@/api/sending"
import { useWords } from "@/i18n/words"
import { useKept } from "@/pauses/kept"
import { Button } from "@/ui"
import { isComposing } from "@/ui/isComposing"
import { SentFiles } from "@/ui/SentFiles"
import { AttachButton } from "./AttachButton"
import styles from "./chat.module.css"
import { type Choice, Choices, optionsOf } from "./Choices"
import { bothOf, forgetUnsent } from "./unsent"
import type { Saying } from "./useConversation"
import { chatWords } from "./words"

/** Characters that a message may have. */
export const MOST = 20_000
/** How near to that it is told. */
const NEAR = 1000

interface ComposerProps {
  chatId: string
  isBusy: boolean
  isStopping: boolean
  /** What the server did not take: it stands here again. */
  refused: Saying | undefined
  onSay: (saying: Saying) => void
  onStop: () => void
}

/** Where one writes: Enter sends, but never while words are being composed. */
export function Composer(props: ComposerProps) {
  const t = useWords(chatWords)
  const field = useRef<HTMLTextAreaElement>(null)
  const { words, keep, choice, choose, sending, attach, now, send } = useDraft(props)
  useEffect(() => {
    if (props.refused) field.current?.focus()
  }, [props.refused])
  const submit = () => {
    send()
    field.current?.focus()
  }
  return (
    <form
      className={styles.composer}
      aria-label={t.message}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        attach([...event.dataTransfer.files])
      }}
    >
      <textarea
        ref={field}
        aria-label={t.message}
        aria-describedby="composer-hint"
        aria-invalid={now.over > 0 || undefined}
        className={styles.field}
        placeholder={t.placeholder}
        rows={1}
        value={words}
        onChange={(event) => keep(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return
          event.preventDefault()
          submit()
        }}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files]
          if (!pasted.length) return
          event.preventDefault()
          attach(pasted)
        }}
      />
      <SentFiles files={sending.files} forms={[]} onRemove={sending.remove} />
      <div className={styles.tools}>
        <AttachButton onFiles={attach} />
        <Choices choice={choice} onChange={choose} />
        <SendOrStop {...props} canSend={now.canSend} />
      </div>
      <p id="composer-hint" className={now.over > 0 ? styles.over : styles.quiet} role="status">
        {hintOf(t, now)}
      </p>
    </form>
  )
}

/** What is written and chosen so far; it outlives a reload. */
function useDraft({ chatId, isBusy, refused, onSay }: ComposerProps) {
  const [kept, keepWords, forget] = useKept(`chat.${chatId}`, "")
  const [back, setBack] = useState(refused?.words ?? "")
  const words = bothOf(back, kept)
  const sending = useSending(() => (refused?.files ?? []).map((one) => sentOf(one)))
  const held = useHeld(sending.files)
  const keep = (now: string) => {
    keepWords(now)
    setBack("")
    held.letGo()
    // What came back is among these; what is under way is not.
    if (!isBusy) forgetUnsent(chatId)
  }
  const [choice, choose] = useKept<Choice>(`chat.${chatId}.to`, { team: "", mode: "", lang: "" })
  const most = useSession().data?.upload_bytes
  const files = uploadsOf(sending.files)
  const over = [...words].length - MOST
  const isWaiting = isSending(sending.files)
  const hasWords = words.trim() !== "" || sending.files.some((one) => !one.refusal)
  const canSend = hasWords && over <= 0 && !isBusy
  const say = () => {
    if (!canSend) return
    keep("")
    forget()
    onSay({ words: words.trim(), files, options: optionsOf(choice) })
    sending.reset([])
  }
  const send = () => {
    if (canSend && isWaiting) held.hold()
    else say()
  }
  useOnce(held.isDue, say)
  const attach = (given: File[]) => sending.add(given, { many: true, most })
  return {
    words,
    keep,
    choice,
    choose,
    sending,
    attach,
    send,
    now: { over, isWaiting, isHeld: held.isOn, isBusy, canSend },
  }
}

/** What is sent while files are on their way is held until all are there; it stays here where one is refused meanwhile. */
function useHeld(files: SentFile[]) {
  const refused = files.filter((one) => one.refusal).length
  const [held, setHeld] = useState<number>()
  if (held !== undefined && held !== refused) setHeld(undefined)
  const isOn = held === refused
  return {
    isOn,
    isDue: isOn && !isSending(files),
    hold: () => setHeld(refused),
    letGo: () => setHeld(undefined),
  }
}

/** Act when it is time; the act ends the time. */
function useOnce(isTime: boolean, act: () => void) {
  useEffect(() => {
    if (isTime) act()
  }, [isTime, act])
}

function SendOrStop({ isBusy, isStopping, onStop, canSend }: ComposerProps & { canSend: boolean }) {
  const t = useWords(chatWords)
  if (!isBusy)
    return (
      <Button look="main" type="submit" disabled={!canSend}>
        {t.send}
      </Button>
    )
  return (
    <Button busy={isStopping} onClick={onStop}>
      <span aria-hidden className={styles.square} />
      {isStopping ? t.stopping : t.stop}
    </Button>
  )
}

interface Now {
  over: number
  isWaiting: boolean
  isHeld: boolean
  isBusy: boolean
}

function hintOf(t: (typeof chatWords)["en"], { over, isWaiting, isHeld, isBusy }: Now): string {
  if (over > 0) return t.over(over)
  if (over > -NEAR) return t.near(-over)
  if (isHeld) return t.held
  if (isWaiting) return t.waitFiles
  return isBusy ? t.busy : t.hint
}
