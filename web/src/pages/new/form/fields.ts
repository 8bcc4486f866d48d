import type { TeamShown } from "@/api/types/server"
import type { Lang } from "@/i18n/words"

export type Both = Record<Lang, string>

export type Value = string | boolean | string[]
export type Values = Record<string, Value>

/** How a field is asked. `lines` are one to a line, `tags` short and beside each other. */
export type Kind = "line" | "long" | "lines" | "tags" | "number" | "choice" | "toggle" | "ticks" | "kb" | "file"

export interface Choice {
  value: string
  label: Both
}

/** What a file field takes, and what may stand there instead of a file. */
export interface FileTaken {
  many: boolean
  folder: boolean
  forms: string[]
  /** Words that mean no file: bundled templates. */
  words: boolean
  address: boolean
}

/** A field of a team's request as a form asks it. */
export interface Field {
  name: string
  kind: Kind
  label: Both
  about: Both
  required: boolean
  section: string
  /** Modes that alone use it; all where there are none. */
  modes: string[]
  choices: Choice[]
  /** What stands there at first, and what the server takes where nothing is said. */
  first: Value
  default: unknown
  file: FileTaken | undefined
  least: number | undefined
  most: number | undefined
  whole: boolean
  longest: number | undefined
}

interface Schema {
  type?: string
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
  anyOf?: Schema[]
  labels?: Both
  ja?: string
  en?: string
  section?: string
  modes?: string[]
  choices?: Record<string, Both>
  kb?: boolean
  pauses?: string[]
  on_terminal?: unknown
  file?: boolean
  many?: boolean
  folder?: boolean
  forms?: string[]
  words?: string[]
  address?: boolean
  text?: boolean
  writes?: boolean
}

/** The fields that a form of this team asks: the argument first, then in the order of the schema. */
export function fieldsOf(team: TeamShown): Field[] {
  const schema = team.request as { properties?: Record<string, Schema>; required?: string[] }
  const found = Object.entries(schema.properties ?? {})
    .filter(([, one]) => !one.writes && one.section !== "elsewhere")
    .map(([name, one]) => fieldOf(name, one, { argument: team.argument, required: schema.required ?? [] }))
  return [...found.filter((one) => one.name === team.argument), ...found.filter((one) => one.name !== team.argument)]
}

function fieldOf(
  name: string,
  schema: Schema,
  { argument, required }: { argument: string; required: string[] },
): Field {
  const kind = kindOf(schema, name === argument)
  return {
    name,
    kind,
    ...namesOf(name, schema),
    required: required.includes(name),
    section: schema.section ?? "work",
    modes: schema.modes ?? [],
    choices: choicesOf(schema),
    first: firstOf(schema, kind),
    default: schema.default,
    file: kind === "file" ? fileOf(schema) : undefined,
    least: schema.minimum,
    most: schema.maximum,
    whole: schema.type === "integer",
    longest: schema.maxLength,
  }
}

/** A team without words for forms stands there in its own. */
function namesOf(name: string, { labels, title = name, description = "", en = description, ja = en }: Schema) {
  return { label: labels ?? { en: title, ja: title }, about: { en, ja } }
}

const PLAIN: Record<string, Kind> = { integer: "number", number: "number", boolean: "toggle", array: "tags" }

function kindOf(schema: Schema, isArgument: boolean): Kind {
  if (schema.pauses) return schema.type === "array" ? "ticks" : "choice"
  if (schema.file) return schema.text ? "lines" : "file"
  if (schema.kb) return "kb"
  if (schema.enum) return "choice"
  return PLAIN[schema.type ?? ""] ?? (isArgument ? "long" : "line")
}

function choicesOf(schema: Schema): Choice[] {
  const named = schema.choices ?? {}
  const given = schema.enum ?? schema.pauses ?? schema.words ?? []
  const isOne = schema.type !== "array" && schema.pauses
  // Where one of the values pauses, the usual one stands first.
  const values = isOne ? [...new Set([String(schema.on_terminal ?? schema.default), ...(schema.words ?? [])])] : given
  return values.map(String).map((value) => ({ value, label: named[value] ?? { en: value, ja: value } }))
}

function firstOf(schema: Schema, kind: Kind): Value {
  const given = schema.on_terminal ?? schema.default
  if (kind === "tags" || kind === "lines" || kind === "ticks" || kind === "kb") return []
  if (kind === "toggle") return given === true
  return given === null || given === undefined ? "" : String(given)
}

function fileOf({ many, folder, forms, words, address }: Schema): FileTaken {
  return {
    many: Boolean(many),
    folder: Boolean(folder),
    forms: forms ?? [],
    words: Boolean(words?.length),
    address: Boolean(address),
  }
}

/** Whether a mode uses a field. */
export const isUsed = (field: Field, mode: string): boolean => !field.modes.length || field.modes.includes(mode)

/** What stands in a form at first. */
export const firstValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((one) => [one.name, one.first]))
