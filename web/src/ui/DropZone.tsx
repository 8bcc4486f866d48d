import { type ComponentProps, type DragEvent, type RefObject, useState } from "react"
import type { Taken } from "@/api/sending"
import { useWords } from "@/i18n/words"
import { droppedFiles, shown } from "./dropped"
import styles from "./filedrop.module.css"
import { fileWords } from "./fileWords"

interface ZoneProps {
  taken: Taken
  folder: boolean
  about: string | undefined
  wrong: boolean
  chooser: RefObject<HTMLInputElement | null>
  onFiles: (files: readonly File[]) => void
}

/** Where files are dropped, with the buttons for those who do not drag. */
export function DropZone({ taken, folder, about, wrong, chooser, onFiles }: ZoneProps) {
  const t = useWords(fileWords)
  const [over, setOver] = useState(false)
  const take = (given: readonly File[]) => {
    if (given.length) onFiles(given)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    void droppedFiles(event.dataTransfer, folder).then(take)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={styles.zone}
      data-zone
      data-over={over || undefined}
      data-wrong={wrong || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Chooser
        ref={chooser}
        multiple={taken.many}
        accept={taken.forms?.join(",") || undefined}
        aria-describedby={about}
        onFiles={take}
      >
        {taken.many ? t.chooseMany : t.chooseOne}
      </Chooser>
      {folder && (
        <Chooser {...FOLDER} onFiles={(given) => take(shown(given))}>
          {t.chooseFolder}
        </Chooser>
      )}
      <span className={styles.drag}>{folder ? t.dropMany : taken.many ? t.dropFiles : t.dropOne}</span>
    </div>
  )
}

/** Every browser knows it; the types of React do not. */
const FOLDER = { webkitdirectory: "" } as ComponentProps<"input">

/** A control of the browser's own, unseen upon what looks like a button. */
function Chooser({
  children,
  onFiles,
  ...rest
}: Omit<ComponentProps<"input">, "onChange"> & { onFiles: (files: readonly File[]) => void }) {
  return (
    <label className={styles.chooser}>
      {children}
      <input
        type="file"
        className={styles.input}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = "" // the same file can be chosen again
        }}
        {...rest}
      />
    </label>
  )
}
