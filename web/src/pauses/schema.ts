/** As much of JSON schema as pauses use. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  title?: string
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

export type Fields = Record<string, unknown>
/** How a value is asked for; `json` where no form fits. */
export type Kind = "text" | "choice" | "flag" | "number" | "picks" | "lines" | "numbers" | "records" | "record" | "json"

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const propertiesOf = (schema: Schema): [string, Schema][] => Object.entries(schema.properties ?? {})

const isOf = (schema: Schema, type: string) => [schema.type].flat().includes(type)

export function kindOf(schema: Schema): Kind {
  if (schema.enum) return "choice"
  if (isOf(schema, "object")) return schema.properties ? "record" : "json"
  if (isOf(schema, "array")) return kindOfList(schema.items ?? {})
  if (isOf(schema, "string")) return "text"
  if (isOf(schema, "boolean")) return "flag"
  return isOf(schema, "integer") || isOf(schema, "number") ? "number" : "json"
}

function kindOfList(items: Schema): Kind {
  const kind = kindOf(items)
  if (kind === "choice") return "picks"
  if (kind === "text") return "lines"
  if (kind === "number") return "numbers"
  return kind === "record" ? "records" : "json"
}

/** The field that a bare text stands for, in a record that may be given as text alone. */
export const mainField = (schema: Schema): string => schema.required?.find((name) => name !== "kind") ?? firstOf(schema)
const firstOf = (schema: Schema) => propertiesOf(schema)[0]?.[0] ?? ""

/** A record as fields, also where a bare text stands for it. */
export function fieldsOf(schema: Schema, value: unknown): Fields {
  if (isFields(value)) return value
  return typeof value === "string" ? { [mainField(schema)]: value } : {}
}

const EMPTY: Partial<Record<Kind, unknown>> = { text: "", flag: false, json: null }
/** What most new slides are. */
const USUAL = "bullets"

/** What a new entry begins with: required fields, empty. */
export function emptyOf(schema: Schema): unknown {
  const kind = kindOf(schema)
  if (kind === "record") return emptyRecord(schema)
  if (kind === "choice") return schema.enum?.includes(USUAL) ? USUAL : schema.enum?.[0]
  if (kind === "number") return schema.minimum ?? 0
  return kind in EMPTY ? EMPTY[kind] : []
}

function emptyRecord(schema: Schema): Fields {
  const needed = propertiesOf(schema).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(needed.map(([name, one]) => [name, emptyOf(one)]))
}

/** The value as it is sent: texts without space around them, lists without empty entries. */
export function tidied(schema: Schema, value: unknown): unknown {
  switch (kindOf(schema)) {
    case "text":
      return typeof value === "string" ? value.trim() : value
    case "lines":
      return Array.isArray(value) ? value.map((one) => String(one).trim()).filter(Boolean) : value
    case "records":
      return Array.isArray(value) ? value.map((one) => tidied(schema.items ?? {}, one)) : value
    case "record":
      return tidiedFields(schema, value)
    default:
      return value
  }
}

function tidiedFields(schema: Schema, value: unknown): unknown {
  if (!isFields(value)) return value
  const told = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(told.map(([name, one]) => [name, tidied(schema.properties?.[name] ?? {}, one)]))
}
