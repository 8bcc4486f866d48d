import Files from "../Files"
import type { ResultProps } from "../props"

export default function DeckResult(props: ResultProps) {
  return <Files {...props} />
}
