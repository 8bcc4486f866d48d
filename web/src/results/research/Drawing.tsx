import { createElement, type ReactNode, useMemo } from "react"
import type { Drawing as Drawn } from "@/api/types/research"
import styles from "./drawing.module.css"

const TAGS = new Set(["svg", "g", "path", "line", "circle", "rect", "polygon", "polyline", "text", "tspan"])
const ATTRIBUTES = new Set(
  (
    "x y x1 x2 y1 y2 cx cy r rx ry dx dy width height viewBox points d fill stroke stroke-width stroke-dasharray " +
    "stroke-linejoin stroke-linecap fill-opacity stroke-opacity font-size font-weight text-anchor"
  ).split(" "),
)
/** Words and numbers: nothing that could name another thing. */
const PLAIN = /^[\w\s.,+#-]*$/
const CLASSES = /^[a-z0-9 ]+$/

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function shape(node: Element, key: number): ReactNode {
  if (!TAGS.has(node.localName)) return null
  const given = [...node.attributes].filter((one) => ATTRIBUTES.has(one.name) && PLAIN.test(one.value))
  const kinds = node.getAttribute("class") ?? ""
  const names = CLASSES.test(kinds) ? kinds.split(" ").map((one) => styles[one]) : []
  const inside = [...node.childNodes].map((child, n) =>
    child instanceof Element ? shape(child, n) : child.nodeType === Node.TEXT_NODE ? child.textContent : null,
  )
  return createElement(
    node.localName,
    { key, ...Object.fromEntries(given.map((one) => [camel(one.name), one.value])), className: names.join(" ") },
    ...inside,
  )
}

/** The picture's shapes and words, each of them made anew: nothing else that stands in the text comes along. */
export function shapesOf(svg: string): ReactNode {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement
  return root.localName === "svg" ? shape(root, 0) : null
}

/** A picture that the program drew from the data of a report, in the colours of the page. */
export function Drawing({ drawing }: { drawing: Drawn }) {
  const shapes = useMemo(() => shapesOf(drawing.svg), [drawing.svg])
  return (
    shapes && (
      <div className={styles.canvas} role="img" aria-label={drawing.alt}>
        {shapes}
      </div>
    )
  )
}
