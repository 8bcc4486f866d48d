import Files from "../Files"
import type { ResultProps } from "../props"

export default function ResearchResult(props: ResultProps) {
  return <Files {...props} />
}
