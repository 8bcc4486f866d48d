"""`kasen code stop`: end what goes on, so that it can be continued; whichever process drives it."""

from __future__ import annotations

import asyncio
import json as jsonlib
import signal
import sys
from typing import TYPE_CHECKING

import typer

from kasen.cli.code.said import said
from kasen.cli.code.which import Json, Run, code_run, look, place_of
from kasen.cli.code.words import words_of
from kasen.errors import InternalError, UsageError
from kasen.runtime.lock import is_owned

if TYPE_CHECKING:
    from pathlib import Path

    from kasen.runtime.store import Store
    from kasen.settings import Settings

LOOK_S = 0.1
PATIENCE_S = (20.0, 40.0)
"""Seconds that the process which drives a run gets to end it, and after it is asked once more to end it at once."""


def stop(ctx: typer.Context, run: Run = "", json: Json = False) -> None:
    """Stop a run: its agents end, and nothing is lost. `kasen code continue` goes on; `kasen runs cancel` ends it.

    Examples:
        kasen code stop
    """

    async def work(store: Store, settings: Settings) -> None:
        from kasen.runtime.rows import RESUMABLE
        from kasen.teams.code.taking.ending import end_agents

        row = await code_run(store, run)
        folder = store.folder(row.id)
        was = is_owned(folder)
        lang = settings.lang or row.lang
        if was:
            await _end_owner(folder, row.id, lang)
        left = await end_agents(place_of(store, row))
        if left:
            raise InternalError(f"{len(left)} processes of run {row.id} do not end: {[one.pid for one in left]}")
        status = (await store.run(row.id)).status
        name = "stopped" if was else "was_still" if status in RESUMABLE else "was_over"
        print(said(lang, name, run=row.id, status=words_of(lang).get(f"status.{status}", status)), file=sys.stderr)
        if json:
            print(jsonlib.dumps({"run": row.id, "status": status}))

    look(ctx, work)


async def _end_owner(folder: Path, run_id: str, lang: str) -> None:
    """Ask the process that drives it; it ends the run as if Ctrl-C had been pressed there. Raises UsageError."""
    from kasen.runtime.lock import owner_of
    from kasen.teams.code.processes.tree import process

    pid = owner_of(folder)
    owner = process(pid) if pid else None
    if owner is None:
        raise UsageError(said(lang, "no_owner", run=run_id), hint=f"kasen runs cancel {run_id}")
    for patience in PATIENCE_S:
        owner.send(signal.SIGINT)
        if await _is_free(folder, patience):
            return
    raise UsageError(said(lang, "does_not_end", pid=owner.pid, run=run_id), hint=f"kill {owner.pid}")


async def _is_free(folder: Path, seconds: float) -> bool:
    """Whether nobody owns the run, at the latest after that time."""
    for _ in range(round(seconds / LOOK_S)):
        if not is_owned(folder):
            return True
        await asyncio.sleep(LOOK_S)
    return False
