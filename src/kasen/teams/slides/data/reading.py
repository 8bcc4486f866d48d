"""Tables of the user's files, read in a process of its own for each file that can be killed and bounded."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson
from pydantic import TypeAdapter

from kasen.errors import InputError
from kasen.teams.slides.data.child import GOOD
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.schemas.findings import TableProfile
from kasen.teams.slides.schemas.part import Lang

_TABLES = TypeAdapter(list[Table])
_KILLED = (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV)
_HINT = "Give the part that matters as CSV."
_HINT_OF_TEXT = "Give a file with a line of headings and rows under it."
_HINT_OF_JSON = 'Give a list of objects: [{"year": 2024, "sales": 12}, …].'
_HINTS = {".csv": _HINT_OF_TEXT, ".tsv": _HINT_OF_TEXT, ".json": _HINT_OF_JSON, ".jsonl": _HINT_OF_JSON}


@dataclass(frozen=True)
class ReadingLimits:
    """What one file may cost."""

    seconds: float = 60.0
    memory: int = 3 << 30
    """Bytes of address space of the process."""
    at_once: int = 2
    """Files that are read at the same time."""


async def profiled(
    paths: Sequence[Path], *, lang: Lang, limits: ReadingLimits | None = None
) -> tuple[list[TableProfile], list[str]]:
    """What the tables of these files are, in order, each with a name of its own; and notes on what was left out.

    Raises InputError for the first file of which no table can be read.
    """
    tables = await tables_in(paths, lang=lang, with_rows=False, limits=limits)
    notes = [f"{table.profile.file}: {note}" for table in tables for note in table.profile.notes]
    return [table.profile for table in tables], notes


async def tables_in(
    paths: Sequence[Path], *, lang: Lang, with_rows: bool = True, limits: ReadingLimits | None = None
) -> list[Table]:
    """The tables of these files with their rows. Raises InputError."""
    caps = limits or ReadingLimits()
    turn = asyncio.Semaphore(caps.at_once)

    async def one(path: Path) -> list[Table]:
        async with turn:
            return await _read(path, lang, with_rows, caps)

    wanted = list(dict.fromkeys(paths))
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(path)) for path in wanted]
    except* InputError as errors:
        raise _first(errors) from None
    return _apart([table for task in tasks for table in task.result()])


def _first(errors: BaseExceptionGroup[InputError]) -> BaseException:
    found: BaseException = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found


async def _read(path: Path, lang: Lang, with_rows: bool, caps: ReadingLimits) -> list[Table]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "kasen.teams.slides.data.child",
        str(caps.seconds),
        str(caps.memory),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        answer, _ = await process.communicate(orjson.dumps([str(path), lang, with_rows]))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if answer[:1] == GOOD and process.returncode == 0:
        return await asyncio.to_thread(_TABLES.validate_json, answer[1:])
    hint = _HINT if process.returncode else _HINTS.get(path.suffix.lower(), _HINT)
    raise InputError(f"`{path.name}` {_why(answer, process.returncode or 0, caps)}", hint=hint)


def _why(answer: bytes, code: int, caps: ReadingLimits) -> str:
    if answer and code == 0:
        return answer[1:].decode("utf-8", "replace")
    if code == -signal.SIGALRM:
        return f"takes more than {caps.seconds:g} s to read"
    if code in _KILLED:
        return "needs more memory than a table may use"
    return f"makes its reader fail (exit {code})"


def _apart(tables: list[Table]) -> list[Table]:
    """Two files of one name get names of their own: `sales.csv`, `sales (2).csv`."""
    seen: dict[str, str] = {}
    found = []
    for table in tables:
        profile = table.profile
        name, count = profile.file, 1
        while seen.get(name.casefold(), profile.path + profile.sheet) != profile.path + profile.sheet:
            count += 1
            stem, dot, form = profile.file.rpartition(".")
            name = f"{stem} ({count}).{form}" if dot else f"{profile.file} ({count})"
        seen[name.casefold()] = profile.path + profile.sheet
        found.append(table.model_copy(update={"profile": profile.model_copy(update={"file": name})}))
    return found
