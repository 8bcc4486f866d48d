import Files from "../Files"
import type { ResultProps } from "../props"

export default function ResumeResult(props: ResultProps) {
  return <Files {...props} />
}
