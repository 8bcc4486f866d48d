"""Runs whose owner is stuck or cut off: what says that they are owned is taken from it.

A process that is stopped, or whose loop hangs, keeps what it holds: the lock on a file of its machine for good, that of
its session until the database ends that (`postgres.SILENT_S`). Over a shared database neither must keep a run from
whoever is to go on with it. What the old owner writes when it wakes is refused by the fence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from kasen.errors import RunBusy
from kasen.runtime.lock import LOCK, owner_of
from kasen.runtime.owners import key_of

if TYPE_CHECKING:
    from kasen.runtime.owners import Release
    from kasen.runtime.store import Store

END_SESSION = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks"
    " WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND ((classid::bigint << 32) | objid::bigint) = :key"
)


BACK_S = 3.0
"""Seconds in which a process that lives has its session again after an outage: it looks every two."""
STUCK_S = 60.0
"""Seconds for which a process that did not come back is not waited for again: it may, or another has its number."""


class SupersedingOwners:
    """Implements `Owners` over a shared database: a lock on a file is nothing without a session.

    A process that lives has both, so a file alone is held by one that is stuck, or whose session an outage has ended.
    `back_s`: how long that one is waited for, once in `stuck_s`; not at all where an engine says who drives what. Put
    in the place of `store.owners`.
    """

    def __init__(self, store: Store, *, back_s: float = 0.0, stuck_s: float = STUCK_S) -> None:
        self._store = store
        self._owners = store.owners
        self._back_s = back_s
        self._mine: set[str] = set()
        self._stuck_s = stuck_s
        self._stuck: dict[int | None, float] = {}
        """Processes of this machine that were waited for and did not come back, and until when they are not again."""

    async def take(self, run_id: str) -> Release:
        """See `Owners`."""
        if run_id in self._mine:
            raise RunBusy(
                f"run {run_id} is being driven by this process",
                hint=f"Watch it: `kasen runs show {run_id} --follow`; end it: `kasen runs cancel {run_id}`.",
            )
        self._mine.add(run_id)  # before anything is waited for: of two tasks of this process one goes on
        try:
            release = await self._take(run_id)
        except BaseException:
            self._mine.discard(run_id)
            raise

        def let_go() -> None:
            self._mine.discard(run_id)
            release()

        return let_go

    async def _take(self, run_id: str) -> Release:
        if (release := await self._taken(run_id)) is not None:
            return release
        pid = owner_of(self._store.folder(run_id))
        if self._back_s and monotonic() >= self._stuck.get(pid, 0.0):
            await asyncio.sleep(self._back_s)
            if (release := await self._taken(run_id)) is not None:
                return release
            self._stuck[pid] = monotonic() + self._stuck_s
        self._break(run_id)
        return await self._owners.take(run_id)

    async def _taken(self, run_id: str) -> Release | None:
        """The run, where nobody has it; None where somebody has its file alone. Raises RunBusy, StoreFailed."""
        try:
            return await self._owners.take(run_id)
        except RunBusy:
            if await self._store.read(lambda c: bool(self._owners.of(c, [run_id]))):
                raise
        return None

    async def supersede(self, run_id: str) -> None:
        """Take a run from another process that the engine has given up, with all that its session holds.

        One that lives opens another session and keeps its other runs. Raises StoreFailed.
        """
        if run_id in self._mine or not self._store.is_shared:
            return
        key = {"key": key_of(run_id)}
        await self._store.read(lambda c: c.execute(END_SESSION, key).all())
        self._break(run_id)

    def of(self, connection: Connection, run_ids: Collection[str]) -> set[str]:
        """See `Owners`."""
        return self._owners.of(connection, run_ids)

    async def close(self) -> None:
        """See `Owners`."""
        await self._owners.close()

    def _break(self, run_id: str) -> None:
        """Whoever has the file open keeps a lock on what has no name any more."""
        with suppress(OSError):  # then it stays with its owner
            (self._store.folder(run_id) / LOCK).unlink(missing_ok=True)
