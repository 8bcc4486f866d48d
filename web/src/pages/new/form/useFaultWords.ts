import { useTold } from "@/i18n/told"
import { useWords } from "@/i18n/words"
import type { Fault } from "./request"
import { formWords } from "./words"

/** What is wrong, in words. */
export function useFaultWords(): (fault: Fault) => string {
  const t = useWords(formWords)
  const told = useTold()
  return (fault) => {
    if (fault.kind === "told") return inOne(fault.message, fault.hint, (text) => told(text).text)
    return fault.kind === "range" ? t.range(fault.least, fault.most) : t.faults[fault.kind]
  }
}

const inOne = (message: string, hint: string, told: (text: string) => string) =>
  [message, hint].filter(Boolean).map(told).join(" · ")
