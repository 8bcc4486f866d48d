"""The process that reads one file of tables: under caps of time and memory, killed when it takes too long.

Files come from outside: a reader may hang, eat memory or crash. Here that costs one file.
"""

from __future__ import annotations

import hashlib
import os
import resource
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import orjson

from kasen.teams.slides.data.sheet import MOST_TABLES, Sheet, Unusable
from kasen.teams.slides.data.table import Table

GOOD, BAD = b"T", b"U"
"""First byte of the answer: tables follow as JSON, or the reason why there are none."""


def main() -> None:
    """Answer one request on stdin: path, language, whether rows are wanted. Arguments: seconds, bytes of memory."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Default action: the process ends, even inside a C library.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    path, lang, with_rows = orjson.loads(sys.stdin.buffer.read())
    try:
        tables = tables_of(Path(path), lang)
    except Unusable as error:
        answers.write(BAD + str(error).encode())
    except (MemoryError, RecursionError):
        answers.write(BAD + b"needs more memory than a table may use")
    else:
        kept = tables if with_rows else [_bare(table) for table in tables]
        answers.write(GOOD + orjson.dumps([table.model_dump() for table in kept]))
    answers.flush()


def tables_of(path: Path, lang: str) -> list[Table]:
    """The tables of one file, each with rows. Raises Unusable."""
    from kasen.teams.slides.data.shape import blocks
    from kasen.teams.slides.data.typed import table_of

    sha256 = digest(path)
    found: list[Table] = []
    empty: list[str] = []
    for sheet in _reader(path)(path, lang):
        made = [
            table_of(block, sheet, file=path.name, path=str(path), sha256=sha256, lang=lang) for block in blocks(sheet)
        ]
        made = [table for table in made if table.rows]
        if len(made) > 1:
            made = [_named(table, f"{table.profile.sheet} {n}".strip()) for n, table in enumerate(made, start=1)]
        if not made and sheet.name:
            empty.append(sheet.name)
        found += made
    if not found:
        raise Unusable("holds no table with rows")
    several = len(found) > 1
    return [_filed(table, path.name, several=several) for table in found[:MOST_TABLES]]


def _reader(path: Path) -> Callable[[Path, str], list[Sheet]]:
    form = path.suffix.lower()
    if form == ".xlsx":
        from kasen.teams.slides.data.workbook import read_workbook

        return read_workbook
    if form in (".json", ".jsonl"):
        from kasen.teams.slides.data.records import read_json, read_json_lines

        return read_json if form == ".json" else read_json_lines
    if form in (".csv", ".tsv"):
        from kasen.teams.slides.data.delimited import read_delimited

        return read_delimited
    raise Unusable("is no table that can be read; save it as .csv, .tsv, .xlsx, .json or .jsonl")


def digest(path: Path) -> str:
    """SHA-256 of an ordinary file, in hex. Raises Unusable."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise Unusable("is a folder" if stat.S_ISDIR(found.st_mode) else "is no ordinary file")
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Unusable(f"cannot be read: {(error.strerror or str(error)).lower()}") from None


def _bare(table: Table) -> Table:
    return table.model_copy(update={"rows": (), "at": (), "totals": ()})


def _named(table: Table, sheet: str) -> Table:
    return table.model_copy(update={"profile": table.profile.model_copy(update={"sheet": sheet})})


def _filed(table: Table, name: str, *, several: bool) -> Table:
    """Where a file holds several tables, each is opened by file and sheet: `sales.xlsx#2024`."""
    file = f"{name}#{table.profile.sheet}" if several else name
    return table.model_copy(update={"profile": table.profile.model_copy(update={"file": file})})


if __name__ == "__main__":
    main()
