import { isSending, type SentFile, uploadsOf } from "@/api/sending"
import { type Field, isUsed, type Value, type Values } from "./fields"

/** Why a field cannot be sent as it stands; said in words where it is shown. */
export type Fault =
  | { kind: "missing" | "missingFile" | "whole" | "number" | "positive" | "sending" | "refused" }
  | { kind: "range"; least: number | undefined; most: number | undefined }
  | { kind: "told"; message: string; hint: string }

export type Faults = Record<string, Fault>

/** The word that stands in a field of words where a file of one's own is meant. */
export const OWN = "own"

interface Filled {
  fields: readonly Field[]
  values: Values
  files: readonly SentFile[]
  mode: string
}

/** What the server is asked: fields that the mode uses and that say something else than nothing. */
export function requestOf({ fields, values, files, mode }: Filled): Record<string, unknown> {
  const said = fields
    .filter((field) => isUsed(field, mode))
    .map((field) => [field.name, saidIn(field, values[field.name] ?? field.first, files)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(said)
}

function saidIn(field: Field, value: Value, files: readonly SentFile[]): unknown {
  if (field.file) {
    const found = referenceOf(field, value, files)
    if (found !== undefined) return found
  }
  const plain = plainOf(field, value)
  return isNothing(plain) || (plain === field.default && !field.required) ? undefined : plain
}

const isNothing = (value: unknown) => value === "" || (Array.isArray(value) && !value.length)

/** Uploads by the names that runs know them by; undefined where the field holds none. */
function referenceOf(field: Field, value: Value, files: readonly SentFile[]): unknown {
  if (field.file?.words && value !== OWN) return undefined
  const named = uploadsOf(files, field.name).map((one) => `upload:${one.id}`)
  if (!named.length) return undefined
  return field.file?.many || named.length > 1 ? named : named[0]
}

function plainOf(field: Field, value: Value): unknown {
  if (Array.isArray(value)) return value.map((one) => one.trim()).filter(Boolean)
  if (typeof value === "boolean") return value
  if (field.kind === "number") return value.trim() === "" ? "" : Number(value)
  if (field.file) return field.file.address || (field.file.words && value !== OWN) ? value.trim() : ""
  return value.trim()
}

/** What has to be put right before the server is asked, by field. */
export function faultsOf({ fields, values, files, mode }: Filled): Faults {
  const found = fields
    .filter((field) => isUsed(field, mode))
    .map((field) => [field.name, faultOf(field, values[field.name] ?? field.first, files)] as const)
    .filter(([, fault]) => fault)
  return Object.fromEntries(found) as Faults
}

function faultOf(field: Field, value: Value, files: readonly SentFile[]): Fault | undefined {
  if (field.kind === "number") return numberFault(field, String(value))
  if (field.file) return fileFault(field, value, files)
  return field.required && saidIn(field, value, files) === undefined ? { kind: "missing" } : undefined
}

function fileFault(field: Field, value: Value, files: readonly SentFile[]): Fault | undefined {
  if (field.file?.words && value !== OWN) return undefined
  const own = files.filter((one) => one.place === field.name)
  if (own.some((one) => one.refusal)) return { kind: "refused" }
  if (isSending(own)) return { kind: "sending" }
  const wanted = field.required || field.file?.words
  return wanted && !own.length ? { kind: "missingFile" } : undefined
}

function numberFault({ least, most, whole }: Field, value: string): Fault | undefined {
  if (value.trim() === "") return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) return { kind: "number" }
  if ((least !== undefined && number < least) || (most !== undefined && number > most))
    return { kind: "range", least, most }
  return whole && !Number.isInteger(number) ? { kind: "whole" } : undefined
}
