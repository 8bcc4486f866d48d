import { Link, useLocation } from "wouter"
import { useWords } from "@/i18n/words"
import styles from "./shell.module.css"
import { shellWords } from "./words"

type Place = "fresh" | "chats" | "runs" | "kb" | "models"

/** What stands for each place on narrow screens: one path in a square of 24. */
const PLACES: [Place, string, string][] = [
  ["fresh", "/", "M12 5v14M5 12h14"],
  [
    "chats",
    "/chat",
    "M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4.05A2.5 2.5 0 0 1 4 13.5z",
  ],
  ["runs", "/runs", "M5 7h14M5 12h14M5 17h9"],
  ["kb", "/kb", "M5 5.5A2.5 2.5 0 0 1 7.5 3H19v18H7.5A2.5 2.5 0 0 1 5 18.5zM5 18.5A2.5 2.5 0 0 1 7.5 16H19"],
  ["models", "/models", "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9"],
]

/** The places of the application. */
export function Menu() {
  const t = useWords(shellWords)
  const [location] = useLocation()
  return (
    <nav aria-label={t.menu} className={styles.menu}>
      {PLACES.map(([place, href, path]) => (
        <Link key={place} href={href} aria-current={isAt(location, href)}>
          <svg viewBox="0 0 24 24" aria-hidden fill="none" stroke="currentColor" strokeWidth="1.75">
            <path d={path} strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          <span>{t[place]}</span>
        </Link>
      ))}
    </nav>
  )
}

function isAt(location: string, href: string): "page" | "true" | undefined {
  if (location === href) return "page"
  return href !== "/" && location.startsWith(`${href}/`) ? "true" : undefined
}
