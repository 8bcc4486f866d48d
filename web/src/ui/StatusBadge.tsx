import { useWords } from "@/i18n/words"
import { Badge } from "@/ui"
import { statusTone, statusWords } from "./status"

/** What a run is now. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={statusTone(status)}>{useWords(statusWords)[status] ?? status}</Badge>
}
