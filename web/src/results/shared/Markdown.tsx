import { lazy, Suspense } from "react"
import styles from "./markdown.module.css"

export interface MarkdownProps {
  text: string
  /** The language that the text is written in; that of the page when it is not known. */
  lang?: string | undefined
  /** The level that the text's own `#` gets: 2 by default, as the page has the one h1. */
  level?: 2 | 3 | 4 | undefined
  /** Where a picture of the text lies on this server; without an answer its description stands instead. */
  picture?: ((src: string) => string | undefined) | undefined
}

const Text = lazy(() => import("./MarkdownText"))

/** Markdown of anybody as text of ours: no HTML, links to http and https only, wide tables scroll in themselves. */
export function Markdown(props: MarkdownProps) {
  const plain = (
    <div className={styles.plain} lang={props.lang}>
      {props.text}
    </div>
  )
  return (
    <Suspense fallback={plain}>
      <Text {...props} />
    </Suspense>
  )
}
