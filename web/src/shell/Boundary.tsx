import { Component, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react"
import { reach } from "@/api/reach"
import { useWords } from "@/i18n/words"
import { Button, Card, Stack } from "@/ui"
import { reloadOnce } from "./reloading"
import styles from "./shell.module.css"
import { shellWords } from "./words"

/** A part of the application that the server does not have any more, in the words of each browser. */
const IS_OLD = /dynamically imported module|module script failed|preload CSS/i

interface Fault {
  message: string
  isOld: boolean
}

/** Shows a calm page in place of one that broke. A part that could not be loaded is loaded again, once. */
export class Boundary extends Component<{ children: ReactNode }, { fault: Fault | undefined }> {
  override state: { fault: Fault | undefined } = { fault: undefined }

  static getDerivedStateFromError(error: unknown) {
    const message = error instanceof Error ? error.message : String(error)
    return { fault: { message, isOld: IS_OLD.test(message) } }
  }

  override componentDidCatch() {
    if (this.state.fault?.isOld) void reloadOnce()
  }

  override render() {
    return this.state.fault ? <Broken {...this.state.fault} /> : this.props.children
  }
}

/** Loads the document again when a server that was away is back, if that can mend anything. */
function useReturn(isOld: boolean): void {
  const { gone } = useSyncExternalStore(reach.listen, reach.now)
  const wasGone = useRef(false)
  useEffect(() => {
    if (isOld && wasGone.current && !gone) location.reload()
    wasGone.current = gone
  }, [isOld, gone])
}

function Broken({ message, isOld }: Fault) {
  const t = useWords(shellWords)
  useReturn(isOld)
  return (
    <Card role="alert" className={styles.broken}>
      <Stack>
        <h1>{isOld ? t.oldTitle : t.brokenTitle}</h1>
        <p>{isOld ? t.old : t.broken}</p>
        <div>
          <Button look="main" onClick={() => location.reload()}>
            {t.reload}
          </Button>
        </div>
        <details>
          <summary>{t.details}</summary>
          <p>
            <code>{message}</code>
          </p>
        </details>
      </Stack>
    </Card>
  )
}
