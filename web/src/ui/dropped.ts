/** The files that were dropped; of folders, all in them. Hidden files and folders are left out. */
export async function droppedFiles(data: DataTransfer, withFolders: boolean): Promise<File[]> {
  // Entries have to be asked for before anything is awaited: the browser empties the list then.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null)
  const files = [...data.files]
  if (!entries.some((entry) => entry?.isDirectory)) return files
  if (!withFolders) return files.filter((_, at) => !entries[at]?.isDirectory)
  const found = await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])))
  return found.flat()
}

/** Of a folder that was chosen: hidden files are left out. */
export const shown = (files: readonly File[]): File[] =>
  files.filter((file) => !`/${file.webkitRelativePath || file.name}`.includes("/."))

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith(".")) return []
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)]
  const inner = await entriesOf((entry as FileSystemDirectoryEntry).createReader())
  return (await Promise.all(inner.map(filesOf))).flat()
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** All entries: a reader gives at most a hundred at a time, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const found: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (!some.length) return found
    found.push(...some)
  }
}
