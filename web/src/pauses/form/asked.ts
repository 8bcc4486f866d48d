import type { KeyboardEventHandler } from "react"
import type { Fault, Faults } from "../faults"
import type { Schema } from "../schema"

/** One field of a form, whatever it takes. */
export interface Asked {
  schema: Schema
  /** Name of the field; empty for the whole. */
  name: string
  label: string
  value: unknown
  onChange: (value: unknown) => void
  place: string
  faults: Faults
  /** The label is said, not shown: the place of an entry in its list shows what it is. */
  bare?: boolean
  onKeyDown?: KeyboardEventHandler | undefined
}

export const faultAt = ({ faults, place }: Pick<Asked, "faults" | "place">): Fault | undefined => faults[place]
