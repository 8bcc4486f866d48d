/** Pixels between a panel and the edge of the window, and from its top to what is level with the mark. */
const EDGE = 16
const LEVEL = 150

/** Puts a panel level with the mark that opened it, as far as the window allows. */
export function levelWith(panel: HTMLElement, mark: HTMLElement): void {
  const lowest = Math.max(EDGE, window.innerHeight - panel.offsetHeight - EDGE)
  panel.style.insetBlockStart = `${Math.min(lowest, Math.max(EDGE, mark.getBoundingClientRect().top - LEVEL))}px`
}

/** Scrolls a panel to the words only as far as they need it: where a passage begins says something too. */
export function showWords(words: HTMLElement | null): void {
  const body = words?.closest("[data-body]")
  if (!words || !body) return
  const { offsetTop: top, offsetHeight: height } = words
  const hidden = top + Math.min(height, body.clientHeight / 2) > body.clientHeight
  body.scrollTop = hidden ? top - body.clientHeight / 3 : 0
}
