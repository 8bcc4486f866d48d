import type { Field, Value, Values } from "./fields"

const LISTS = new Set<Field["kind"]>(["tags", "kb", "lines"])
const TEXTS = new Set<Field["kind"]>(["line", "long"])

/** What the address of the page says of a form: `?team=research&kb=tea&mode=quick`. Nothing begins by it. */
export function valuesIn(search: URLSearchParams, fields: readonly Field[]): Values {
  const said = fields
    .filter((field) => search.has(field.name))
    .map((field) => [field.name, valueIn(field, search.getAll(field.name))] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as Values
}

function valueIn(field: Field, given: string[]): Value | undefined {
  if (LISTS.has(field.kind)) return given
  if (TEXTS.has(field.kind)) return given.join(" ")
  return field.choices.some((one) => one.value === given[0]) && field.kind === "choice" ? given[0] : undefined
}
