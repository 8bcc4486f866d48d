import type { ApprovalShown } from "@/api/types/server"
import { isFields } from "./schema"
import { defaultsOf, shapeOf } from "./shape"

type Chosen = "accepted" | "edited" | "commented" | "ended" | "words"

/** What an answer said. */
export function chosenOf(approval: ApprovalShown): Chosen {
  const { answer } = approval
  const shape = shapeOf(approval)
  if (!isFields(answer)) return "words"
  if (answer.go_on === false) return "ended"
  if (IN_WORDS.includes(shape.kind)) return "words"
  if (shape.kind !== "decide") return isSame(answer, approval.default) ? "accepted" : "edited"
  if (shape.edited && shape.remark && answer[shape.remark]) return "commented"
  return isSame(answer[shape.edited], defaultsOf(approval)[shape.edited]) ? "accepted" : "edited"
}

/** Answers that are neither accepted nor changed. */
const IN_WORDS = ["words", "choice"]

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
