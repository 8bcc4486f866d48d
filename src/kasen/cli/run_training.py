"""`kasen runs export --training`: what models answered, as JSON lines to a file or to stdout."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer

from kasen.cli.run_listing import with_store
from kasen.errors import InputError

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store


def export_training(ctx: typer.Context, run: str, out: Path | None, team: str, *, local: bool) -> None:
    """Write the answers of a run, or of all runs of this machine's user, and say how many.

    Raises UnknownName for a run or team that is not there, and InputError where the file cannot be written or no
    answer was found.
    """
    from kasen.team import load

    if team:
        load(team)

    async def work(store: Store) -> None:
        from kasen.runtime.export_training import Exported, training_lines

        told = Exported()
        rows = await _rows(store, run, team)
        with _opened(out) as file:
            await _write(file, training_lines(store, rows, told, local=local))
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


@contextmanager
def _opened(out: Path | None) -> Iterator[IO[bytes]]:
    if out is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        with out.open("wb") as file:
            yield file
    except OSError as error:
        raise InputError(f"`{out}` cannot be written: {error.strerror or error}") from error


def _say(lines: int, runs: int, kept_back: int) -> None:
    print(f"{lines} answers of {runs} {'run' if runs == 1 else 'runs'}", file=sys.stderr)
    if kept_back:
        what = "run was" if kept_back == 1 else "runs were"
        print(f"{kept_back} {what} to send nothing anywhere and left out; --include-local takes them", file=sys.stderr)
