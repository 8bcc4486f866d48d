"""Wiping a run: its rows, checkpoints, evidence, artifacts and logs, with those it asked other teams for."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError, StoreFailed, UnknownName, UsageError
from kasen.runtime import artifacts
from kasen.runtime.lock import LOCK
from kasen.runtime.logs import LOGGER
from kasen.runtime.nested import ALIVE, children
from kasen.runtime.owners import owned

if TYPE_CHECKING:
    from pathlib import Path

    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store
    from kasen.team import Team


async def delete(store: Store, load_team: Callable[[str], Team], run_id: str) -> RunRow:
    """Wipe a run with those it asked other teams for.

    Files go first: killed in between, the run is still listed and can be deleted again.

    Raises:
        RunBusy: it is being driven.
        UsageError: a run that is not over asked for it.
        StoreFailed: a file cannot be deleted.
    """
    row = await store.run(run_id)
    await _check_parent(store, row)
    async with owned(store.owners, row.id):
        for child in await children(store, row.id):
            async with owned(store.owners, child.id):
                await _wipe(store, load_team, child)
        await _wipe(store, load_team, row)
    return row


async def _check_parent(store: Store, row: RunRow) -> None:
    """Raises UsageError while the run that asked for this one may want it yet."""
    if not row.options.parent:
        return
    try:
        parent = await store.run(row.options.parent)
    except UnknownName:
        return
    if parent.status in ALIVE:
        raise UsageError(
            f"run {row.id} belongs to run {parent.id}, which is {parent.status}",
            hint=f"Delete both: `kasen runs delete {parent.id}`.",
        )


async def _wipe(store: Store, load_team: Callable[[str], Team], row: RunRow) -> None:
    from kasen.runtime.drive import leave

    folder = store.folder(row.id)
    try:
        team = load_team(row.team)
    except (UnknownName, ConfigurationError) as error:  # nobody is there who could be asked to end what it has left
        LOGGER.info("run %s is wiped without its team: %s", row.id, error)
    else:
        await leave(team, folder, gone=True)
    await artifacts.wipe(store, row)
    await asyncio.to_thread(_empty, folder)
    await store.delete(row.id)
    store.notify(row.id)
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _empty(folder: Path) -> None:
    """Delete what a run's folder holds, the lock that we own apart."""
    try:
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != LOCK:
                path.unlink()
    except OSError as error:
        raise StoreFailed(f"`{error.filename or folder}` cannot be deleted: {error.strerror or error}") from error
