import type { ResultProps } from "./props"

/** The files of a run: the newest version of each, with the older ones below it. */
export default function Files({ run }: ResultProps) {
  return (
    <ul>
      {run.artifacts.map((one) => (
        <li key={one.url}>
          <a href={one.url}>{one.name}</a>
        </li>
      ))}
    </ul>
  )
}
