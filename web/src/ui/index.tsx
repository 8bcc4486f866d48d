import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react"
import { Link } from "wouter"
import { Problem } from "@/api/client"
import { useTold } from "@/i18n/told"
import { useWords } from "@/i18n/words"
import styles from "./ui.module.css"
import { uiWords } from "./words"

export type Tone = "good" | "fair" | "bad" | "live" | "quiet"
export type Look = "main" | "danger" | "plain"

const names = (...given: (string | undefined | false)[]) => given.filter(Boolean).join(" ")

/** A button; `busy` while its work is under way: it then cannot be pressed again, and stays where the focus is. */
export function Button({
  look,
  small,
  busy,
  className,
  onClick,
  ...rest
}: ComponentProps<"button"> & { look?: Look | undefined; small?: boolean; busy?: boolean }) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={names(styles.button, look && styles[look], small && styles.small, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  href,
  look,
  small,
  children,
}: {
  href: string
  look?: Look
  small?: boolean
  children: ReactNode
}) {
  return (
    <Link href={href} className={names(styles.button, look && styles[look], small && styles.small)}>
      {children}
    </Link>
  )
}

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={names(styles.card, className)} {...rest} />
}

/** A word on a coloured ground. The word says it all: colour is never the only sign. */
export function Badge({
  tone = "quiet",
  children,
  title,
}: {
  tone?: Tone
  children: ReactNode
  title?: string | undefined
}) {
  return (
    <span className={names(styles.badge, tone !== "quiet" && styles[tone])} title={title}>
      {children}
    </span>
  )
}

export function Row({ apart, className, ...rest }: ComponentProps<"div"> & { apart?: boolean }) {
  return <div className={names(styles.row, apart && styles.apart, className)} {...rest} />
}

export function Stack({ className, ...rest }: ComponentProps<"div">) {
  return <div className={names(styles.stack, className)} {...rest} />
}

interface Labelled {
  label: ReactNode
  hint?: ReactNode
  wrong?: string | undefined
}

/** A label with its control: `children` gets what ties the two together. */
export function Field({
  label,
  hint,
  wrong,
  children,
}: Labelled & { children: (tied: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode }) {
  const id = useId()
  const about = names(hint ? `${id}-hint` : "", wrong ? `${id}-wrong` : "")
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, ...(about && { "aria-describedby": about }), ...(wrong && { "aria-invalid": true }) })}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {wrong && (
        <span id={`${id}-wrong`} className={styles.wrong} role="alert">
          {wrong}
        </span>
      )}
    </div>
  )
}

export const Input = ({ className, ...rest }: ComponentProps<"input">) => (
  <input className={names(styles.input, className)} {...rest} />
)
export const TextArea = ({ className, ...rest }: ComponentProps<"textarea">) => (
  <textarea className={names(styles.input, className)} {...rest} />
)
export const Select = ({ className, ...rest }: ComponentProps<"select">) => (
  <select className={names(styles.input, className)} {...rest} />
)

/** A few sentences that matter: what is degraded, what went wrong. */
export function Note({ tone = "fair", children, ...rest }: { tone?: Exclude<Tone, "quiet"> } & ComponentProps<"div">) {
  return (
    <div className={names(styles.note, styles[tone])} {...rest}>
      {children}
    </div>
  )
}

/** What the server refused, with the next step; the person can try again. */
export function Failed({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  const t = useWords(uiWords)
  const problem = error instanceof Problem ? error : undefined
  return (
    <Note tone="bad" role="alert">
      {problem?.status === 0 ? <p>{t.unreachable}</p> : <Reason status={problem?.status} text={textOf(error)} />}
      {problem?.hint && <Hint text={problem.hint} />}
      {again && (
        <Button small onClick={again}>
          {t.again}
        </Button>
      )}
    </Note>
  )
}

const textOf = (error: unknown) => (error instanceof Problem ? error.message : String(error))

/** What is wrong; a sentence of the person's own stands before words that only the server has. */
function Reason({ status, text }: { status: number | undefined; text: string }) {
  const t = useWords(uiWords)
  const said = useTold()(text)
  return (
    <>
      {said.lang && <p>{t.refusals[status ?? -1] ?? t.refused}</p>}
      <p lang={said.lang}>{said.text}</p>
    </>
  )
}

function Hint({ text }: { text: string }) {
  const said = useTold()(text)
  return <p lang={said.lang}>{said.text}</p>
}

/** There is nothing here yet, and what to do about it. */
export const Empty = ({ children }: { children: ReactNode }) => <div className={styles.empty}>{children}</div>

/** Something comes; said to screen readers, shown to the others only when it takes longer than a blink. */
export function Loading() {
  return (
    <p role="status" className={styles.empty}>
      {useWords(uiWords).loading}
    </p>
  )
}

/** How much of a whole: 0–1. */
export function Meter({ value, label }: { value: number; label: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}

/** A dialog of the browser's own: focus stays in it, Escape closes it. */
export function Dialog({
  open,
  onClose,
  label,
  children,
}: {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) ref.current?.showModal()
    else ref.current?.close()
  }, [open])
  return (
    <dialog ref={ref} className={styles.dialog} aria-label={label} onClose={onClose}>
      {open && children}
    </dialog>
  )
}
