import type { KeyboardEvent } from "react"

/** While an input method composes, Enter chooses a candidate; some browsers say so by the code 229 alone. */
export const isComposing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229
