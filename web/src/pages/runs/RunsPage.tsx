import { useRef, useState } from "react"
import type { RunBrief } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { useTitle } from "@/shell/title"
import { Button, ButtonLink, Empty, Failed, Loading, Stack } from "@/ui"
import { Confirm } from "@/ui/Confirm"
import { Filters } from "./Filters"
import { useWanted, type Wanted } from "./finding"
import { cancelRun, continueRun, deleteRun, type Listed, useListed } from "./listing"
import { type Deed, nameOf, RunRow } from "./RunRow"
import styles from "./runs.module.css"
import { runsWords } from "./words"

interface Asked {
  run: RunBrief
  deed: "cancel" | "delete"
}

/** All runs: found by words, team and status, carried on, cancelled, deleted. */
export default function RunsPage() {
  const t = useWords(runsWords)
  useTitle(t.title)
  const [wanted, want] = useWanted()
  const listed = useListed(wanted)
  const [asked, setAsked] = useState<Asked>()
  const [said, setSaid] = useState("")
  const [failed, setFailed] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = (some: Partial<Wanted>) => {
    setSaid("")
    want(some)
  }

  const went = async (words: string) => {
    setAsked(undefined)
    await listed.again()
    setSaid(words)
    heading.current?.focus()
  }
  const act = (run: RunBrief, deed: Deed) => {
    setFailed(undefined)
    if (deed !== "continue") return setAsked({ run, deed })
    continueRun(run.id)
      .then(() => went(t.goes(nameOf(run))))
      .catch(setFailed)
  }

  return (
    <Stack className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {t.title}
      </h1>
      <Filters wanted={wanted} change={change} />
      <p role="status" className={styles.said}>
        {said || (listed.runs?.length ? t.found(listed.runs.length, listed.hasMore) : "")}
      </p>
      {failed !== undefined && <Failed error={failed} />}
      {listed.error && <Failed error={listed.error} again={() => void listed.again()} />}
      {!listed.runs && !listed.error && <Loading />}
      <List
        listed={listed}
        isNarrowed={Object.values(wanted).some(Boolean)}
        act={act}
        clear={() => change({ q: "", team: "", status: "" })}
      />
      {asked && <Sure {...asked} went={went} close={() => setAsked(undefined)} />}
    </Stack>
  )
}

/** Asks before a run is ended or deleted; `went` is told when it is. */
function Sure({ run, deed, went, close }: Asked & { went: (words: string) => Promise<void>; close: () => void }) {
  const t = useWords(runsWords)
  const name = nameOf(run)
  const isEnd = deed === "cancel"
  return (
    <Confirm
      question={isEnd ? t.sureCancel : t.sureDelete}
      about={isEnd ? t.aboutCancel(name) : t.aboutDelete(name)}
      yes={isEnd ? t.yesCancel : t.delete}
      onYes={() =>
        isEnd
          ? cancelRun(run.id).then(() => went(t.cancelled(name)))
          : deleteRun(run.id).then(() => went(t.deleted(name)))
      }
      onClose={close}
    />
  )
}

function List({
  listed,
  isNarrowed,
  act,
  clear,
}: {
  listed: Listed
  isNarrowed: boolean
  act: (run: RunBrief, deed: Deed) => void
  clear: () => void
}) {
  const t = useWords(runsWords)
  const { runs, hasMore, isMore, showMore } = listed
  if (!runs) return null
  if (!runs.length) {
    return (
      <Empty>
        <Stack className={styles.nothing}>
          <p>{isNarrowed ? t.nothing : t.none}</p>
          {isNarrowed ? (
            <Button onClick={clear}>{t.clear}</Button>
          ) : (
            <ButtonLink href="/" look="main">
              {t.begin}
            </ButtonLink>
          )}
        </Stack>
      </Empty>
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} onDeed={(deed) => act(run, deed)} />
        ))}
      </ul>
      {hasMore && (
        <div className={styles.more}>
          <Button busy={isMore} onClick={showMore}>
            {t.more}
          </Button>
        </div>
      )}
    </>
  )
}
