import { fieldsOf, isFields, kindOf, propertiesOf, type Schema } from "./schema"

/** Why a value does not fit, and the bound that it misses. */
export interface Fault {
  why: "needed" | "long" | "few" | "many" | "low" | "high" | "form" | "json"
  bound?: number
}
/** By place: `plan.subtasks.0.question`. */
export type Faults = Record<string, Fault>

export const placeOf = (...parts: (string | number)[]): string => parts.filter((part) => part !== "").join(".")

/** What a person would have to mend before the answer can be sent; the server looks again. */
export function faultsOf(schema: Schema, value: unknown, place = ""): Faults {
  const fault = faultOf(schema, value)
  if (fault) return { [place]: fault }
  if (Array.isArray(value)) return merged(value.map((one, at) => faultsOf(schema.items ?? {}, one, placeOf(place, at))))
  if (kindOf(schema) !== "record") return {}
  const fields = fieldsOf(schema, value)
  return merged(propertiesOf(schema).map(([name, one]) => faultsIn(schema, one, name, fields, place)))
}

function faultsIn(schema: Schema, one: Schema, name: string, fields: Record<string, unknown>, place: string): Faults {
  const value = fields[name]
  const isNeeded = schema.required?.includes(name) ?? false
  const isBare = value === undefined || (value === "" && kindOf(one) === "text")
  if (isBare) return isNeeded ? { [placeOf(place, name)]: { why: "needed" } } : {}
  return faultsOf(one, value, placeOf(place, name))
}

const merged = (all: Faults[]): Faults => Object.assign({}, ...all) as Faults

function faultOf(schema: Schema, value: unknown): Fault | undefined {
  if (typeof value === "string") return faultOfText(schema, value)
  if (typeof value === "number") return faultOfNumber(schema, value)
  if (Array.isArray(value)) return faultOfList(schema, value)
  return kindOf(schema) === "number" ? { why: "form" } : undefined
}

function faultOfText(schema: Schema, value: string): Fault | undefined {
  if (schema.enum || isFields(schema.properties)) return undefined
  const size = [...value].length
  if (size < (schema.minLength ?? 0)) return { why: "needed" }
  if (size > (schema.maxLength ?? Infinity)) return { why: "long", bound: schema.maxLength ?? 0 }
  return schema.pattern && !new RegExp(schema.pattern, "u").test(value) ? { why: "form" } : undefined
}

function faultOfNumber(schema: Schema, value: number): Fault | undefined {
  if (Number.isNaN(value)) return { why: "form" }
  if (value < (schema.minimum ?? -Infinity)) return { why: "low", bound: schema.minimum ?? 0 }
  return value > (schema.maximum ?? Infinity) ? { why: "high", bound: schema.maximum ?? 0 } : undefined
}

function faultOfList(schema: Schema, value: unknown[]): Fault | undefined {
  if (value.length < (schema.minItems ?? 0)) return { why: "few", bound: schema.minItems ?? 0 }
  return value.length > (schema.maxItems ?? Infinity) ? { why: "many", bound: schema.maxItems ?? 0 } : undefined
}
