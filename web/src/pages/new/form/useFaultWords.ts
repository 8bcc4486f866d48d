import { useWords } from "@/i18n/words"
import type { Fault } from "./request"
import { formWords } from "./words"

/** What is wrong, in words. */
export function useFaultWords(): (fault: Fault) => string {
  const t = useWords(formWords)
  return (fault) => {
    if (fault.kind === "told") return [fault.message, fault.hint].filter(Boolean).join(" · ")
    return fault.kind === "range" ? t.range(fault.least, fault.most) : t.faults[fault.kind]
  }
}
