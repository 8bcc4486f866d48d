import { useCallback, useEffect, useRef, useState } from "react"
import type { Problem } from "@/api/client"
import { type SendingLine, sendingLine } from "@/api/sendingLine"
import type { Upload } from "@/api/types/server"
import { removeUpload } from "@/api/uploading"

/** Why a file is not taken: its ending, no bytes, too many bytes, the server has it no more, or what it said. */
export type Refusal =
  | { kind: "form" }
  | { kind: "empty" }
  | { kind: "gone" }
  | { kind: "large"; most: number }
  | { kind: "problem"; problem: Problem }

/** A file on its way, there, or refused. */
export interface SentFile {
  key: string
  /** Which field it was given to; empty where there is one. */
  place: string
  name: string
  size: number
  /** How much of it is gone, 0–1. */
  share: number
  upload?: Upload
  refusal?: Refusal
}

/** What a field takes. */
export interface Taken {
  place?: string | undefined
  /** More than one; else a new file takes the place of the one before. */
  many?: boolean | undefined
  /** Endings that are taken: `.pdf`; all where none are named. */
  forms?: readonly string[] | undefined
  /** Most bytes of a file. */
  most?: number | undefined
}

/** Files that a person gives and the server gets; hand it to `FileDrop`. */
export interface Sending {
  files: SentFile[]
  add: (given: readonly File[], taken?: Taken) => void
  remove: (key: string) => void
  /** Begin again with these: what a draft kept, or nothing. */
  reset: (files: SentFile[]) => void
}

/** An upload that is there already. */
export const sentOf = (upload: Upload, place = ""): SentFile => {
  const { id, name, size } = upload
  return { key: id, place, name, size, share: 1, upload }
}

/** Uploads that are there, of one field or of all. */
export const uploadsOf = (files: readonly SentFile[], place?: string): Upload[] =>
  files.flatMap((one) => (one.upload && (place === undefined || one.place === place) ? [one.upload] : []))

/** Whether some file is still on its way. */
export const isSending = (files: readonly SentFile[]): boolean => files.some((one) => !one.upload && !one.refusal)

/** Why a file is not even sent. */
export function refusalOf(file: { name: string; size: number }, { forms = [], most }: Taken): Refusal | undefined {
  if (forms.length && !forms.some((form) => file.name.toLowerCase().endsWith(form))) return { kind: "form" }
  if (!file.size) return { kind: "empty" }
  return most !== undefined && file.size > most ? { kind: "large", most } : undefined
}

/** Sends files as they are given, a few at a time; what is removed or left behind is ended. */
export function useSending(first: () => SentFile[] = () => []): Sending {
  const [files, setFiles] = useState<SentFile[]>(first)
  const line = useRef<SendingLine>(undefined)

  useEffect(() => {
    const mine = sendingLine((key, news) =>
      setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...news } : one))),
    )
    line.current = mine
    return mine.endAll
  }, [])

  const drop = useCallback((gone: readonly SentFile[]) => {
    for (const one of gone) {
      line.current?.end(one.key)
      if (one.upload) void removeUpload(one.upload.id).catch(() => undefined)
    }
    setFiles((now) => now.filter((one) => !gone.some(({ key }) => key === one.key)))
  }, [])

  const add = useCallback(
    (given: readonly File[], taken: Taken = {}) => {
      const place = taken.place ?? ""
      if (!taken.many) drop(files.filter((one) => one.place === place))
      const fresh = (taken.many ? given : given.slice(0, 1)).map((file) => ({ file, sent: begun(file, place, taken) }))
      setFiles((now) => [...now, ...fresh.map((one) => one.sent)])
      for (const { file, sent } of fresh) if (!sent.refusal) line.current?.push(sent.key, file)
    },
    [files, drop],
  )
  const remove = useCallback((key: string) => drop(files.filter((one) => one.key === key)), [files, drop])
  return { files, add, remove, reset: setFiles }
}

let counted = 0

function begun(file: File, place: string, taken: Taken): SentFile {
  const refusal = refusalOf(file, taken)
  counted += 1
  const sent = { key: `file-${counted}`, place, name: file.name, size: file.size, share: 0 }
  return refusal ? { ...sent, refusal } : sent
}
