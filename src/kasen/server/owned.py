"""Runs as their owner sees them: those of others do not exist."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kasen.errors import UnknownName
from kasen.runtime.rows import ACTIVE, RunRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kasen.runtime.store import Store
    from kasen.server.caller import Caller
    from kasen.server.context import ServerDeps


async def owned_run(deps: ServerDeps, caller: Caller, run_id: str) -> RunRow:
    """The caller's run of exactly that id. Raises UnknownName, in the same words for runs of others."""
    row = None
    if run_id.isascii() and run_id.isalnum():
        with suppress(UnknownName):
            row = await deps.runner.store.run(run_id)
    if row is None or row.owner != caller.owner or row.id != run_id:
        raise UnknownName(f"there is no run `{run_id[:40]}`")
    return row


async def is_left(store: Store, row: RunRow) -> bool:
    """True when the run says that it is at work and nobody drives it: the process that did is gone."""
    return row.id in await left_of(store, [row])


async def left_of(store: Store, rows: Sequence[RunRow]) -> set[str]:
    """The ids of those for which `is_left` holds."""
    active = {row.id for row in rows if row.status in ACTIVE}
    return active - await store.owned_of(active)
