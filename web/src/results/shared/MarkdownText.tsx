import { type ComponentProps, useId, useMemo } from "react"
import ReactMarkdown, { type Components } from "react-markdown"
import remarkGfm from "remark-gfm"
import { useWords } from "@/i18n/words"
import { outsideLink } from "./links"
import type { MarkdownProps } from "./Markdown"
import styles from "./markdown.module.css"
import { sharedWords } from "./words"

const PLUGINS = [remarkGfm]
const HEADINGS = ["h2", "h3", "h4", "h5", "h6"] as const

/** Without the ids that footnotes give their heading: they would stand twice on a page of two texts. */
function heading(own: number, level: number) {
  const Tag = HEADINGS[Math.min(own + level - 3, HEADINGS.length - 1)] ?? "h6"
  return ({ children, className }: ComponentProps<"h2">) => <Tag className={className}>{children}</Tag>
}

function components(level: number, picture: MarkdownProps["picture"], label: string): Components {
  return {
    h1: heading(1, level),
    h2: heading(2, level),
    h3: heading(3, level),
    h4: heading(4, level),
    h5: heading(5, level),
    h6: heading(6, level),
    a: ({ href, children, id, "aria-label": label }) => {
      if (href?.startsWith("#"))
        return (
          <a href={href} id={id} aria-label={label}>
            {children}
          </a>
        )
      const safe = outsideLink(href)
      return safe ? (
        <a href={safe} rel="noreferrer" target="_blank">
          {children}
        </a>
      ) : (
        <span>{children}</span>
      )
    },
    img: ({ src, alt }) => {
      const ours = typeof src === "string" ? picture?.(src) : undefined
      return ours ? <img src={ours} alt={alt ?? ""} loading="lazy" /> : <span className={styles.missing}>{alt}</span>
    },
    table: ({ children }) => (
      // A region that scrolls must be reached by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
  }
}

/** The heavy half of `Markdown`, loaded when the first text is shown. */
export default function MarkdownText({ text, lang, level = 2, picture }: MarkdownProps) {
  const t = useWords(sharedWords)
  const id = useId()
  const shown = useMemo(() => components(level, picture, t.table), [level, picture, t])
  return (
    <div className={styles.text} lang={lang}>
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        remarkRehypeOptions={{ clobberPrefix: `${id}-`, footnoteLabel: t.footnotes, footnoteBackLabel: t.back }}
        components={shown}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
