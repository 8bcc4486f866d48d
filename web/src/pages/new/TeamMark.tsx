import styles from "./mark.module.css"

/** Strokes on a field of 24 by 24. */
const MARKS: Record<string, string> = {
  // A passage, looked at closely.
  research: "M4 5h10M4 9h7M4 13h5M15.5 18.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M18.4 17.4 21 20",
  // A sheet with a person, and what was ticked.
  resume: "M6 3h9l4 4v14H6zM12.5 8.5a2 2 0 1 0-4 0 2 2 0 0 0 4 0M7.8 14c.6-2 4.8-2 5.4 0M9 17.5h7",
  // A slide with bars.
  slides: "M3 4.5h18v12H3zM12 16.5v3M8.5 20h7M8 13v-2.5M12 13V8M16 13v-4",
  // A branch that comes back.
  code: "M7 7.5v9M7 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5M7 21a2.25 2.25 0 1 0 0-4.5A2.25 2.25 0 0 0 7 21M17 9.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5M17 9.5c0 5-10 2.5-10 7",
}

/** The sign of a team; it says nothing that its name does not. */
export function TeamMark({ team }: { team: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d={MARKS[team] ?? "M5 5h14v14H5z"} />
    </svg>
  )
}
