"""`kasen runs export --training`: what models answered, as JSON lines to a file or to stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer

from kasen.cli.run_listing import with_store
from kasen.errors import InputError

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store


def export_training(
    ctx: typer.Context, run: str, out: Path | None, team: str, *, local: bool, force: bool = False
) -> None:
    """Write the answers of a run, or of all runs of this machine's user, and say how many.

    A file that is there is written over with `force` alone, and only when answers were found. Raises UnknownName for a
    run or team that is not there, and InputError where the file is there, cannot be written, or no answer was found.
    """
    from kasen.team import load

    if team:
        load(team)
    if out is not None and out.exists() and not (force and out.is_file()):
        hint = "Name another file, or give --force to write over it." if out.is_file() else "Name a file."
        raise InputError(f"`{out}` is there already", hint=hint)

    async def work(store: Store) -> None:
        from kasen.runtime.export_training import Exported, training_lines

        told = Exported()
        rows = await _rows(store, run, team)
        lines = training_lines(store, rows, told, local=local)
        if out is None:
            sys.stdout.flush()
            await _write(sys.stdout.buffer, lines)
            sys.stdout.buffer.flush()
        else:
            await _write_file(out.resolve(), lines)
        _say(told.lines, told.runs, told.kept_back)
        if not told.lines:
            raise InputError(
                "no answer of a model was found",
                hint="Rules give none, and runs of older versions of Kasen kept no questions.",
            )

    with_store(ctx, work)


async def _rows(store: Store, run: str, team: str) -> list[RunRow]:
    """The run that is named, else all that this machine's user has begun, oldest first."""
    from kasen.runtime.export_training import MOST
    from kasen.runtime.tables import RUNS

    if run:
        return [await store.run(run)]
    where = [RUNS.c.owner == "", *([RUNS.c.team == team] if team else [])]
    return (await store.runs(limit=MOST, where=where))[::-1]


async def _write(file: IO[bytes], lines: AsyncIterator[bytes]) -> None:
    async for line in lines:
        file.write(line)


async def _write_file(path: Path, lines: AsyncIterator[bytes]) -> None:
    """Write beside the file, and put it in its place when it is whole and holds something."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            await _write(file, lines)
        if part.stat().st_size:
            part.replace(path)
    except OSError as error:
        raise InputError(f"`{path}` cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


def _say(lines: int, runs: int, kept_back: int) -> None:
    print(f"{lines} answers of {runs} {'run' if runs == 1 else 'runs'}", file=sys.stderr)
    if kept_back:
        what = "run was" if kept_back == 1 else "runs were"
        print(f"{kept_back} {what} to send nothing anywhere and left out; --include-local takes them", file=sys.stderr)
