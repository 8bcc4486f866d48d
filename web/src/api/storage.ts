/** What a browser keeps for us, as text by name. */
export interface BrowserStorage {
  get: (key: string) => string | null
  /** Where the browser keeps nothing, or has no room, it lasts as long as the document; whether it lasts longer. */
  set: (key: string, text: string) => boolean
  drop: (key: string) => void
  clear: () => void
}

/** Never throws: some browsers refuse even to be asked. */
function kept(storage: () => Storage): BrowserStorage {
  const here = new Map<string, string>()
  const attempt = <T>(act: (there: Storage) => T, otherwise: T): T => {
    try {
      return act(storage())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => here.get(key) ?? attempt((there) => there.getItem(key), null),
    set: (key, text) => {
      const isThere = attempt((there) => {
        there.setItem(key, text)
        return true
      }, false)
      if (isThere) here.delete(key)
      else here.set(key, text)
      return isThere
    },
    drop: (key) => {
      here.delete(key)
      attempt((there) => there.removeItem(key), undefined)
    },
    clear: () => {
      here.clear()
      attempt((there) => there.clear(), undefined)
    },
  }
}

/** Lasts while the tab lives. */
export const ofTab = kept(() => sessionStorage)

/** Lasts in this browser, for all tabs. */
export const ofBrowser = kept(() => localStorage)
