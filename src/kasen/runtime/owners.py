"""Who drives which run: a lock that its owner's death sets free at once.

On one machine it is a lock on a file (`lock.py`). Where several machines share a PostgreSQL database it is, beside
that, an advisory lock of a session that the process keeps for this: the server drops it when the connection ends. What
a process writes is held back by the fencing token, never by this lock: it only says who may begin.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection, text

from kasen.errors import RunBusy
from kasen.runtime.lock import is_owned
from kasen.runtime.lock import owned as file_owned
from kasen.runtime.logs import LOGGER
from kasen.runtime.postgres import PER_SESSION, SILENT_S, Away, dsn

if TYPE_CHECKING:
    from psycopg import AsyncConnection

BEAT_S = 2.0
"""Seconds between two looks whether the session is still there; a new one takes what the old one held. The server
ends a session from which it hears nothing for `SILENT_S`: that of a process that is stuck, or of a machine that is
gone."""
HELD = text(
    "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks"
    " WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


Release = Callable[[], None]


class Owners(Protocol):
    """Whose runs are whose."""

    async def take(self, run_id: str) -> Release:
        """Own a run until what this gives is called, once.

        Raises:
            RunBusy: another process, or another task of this one, owns it.
            StoreFailed: it cannot be found out.
        """
        ...

    def of(self, connection: Connection, run_ids: Collection[str]) -> set[str]:
        """Those that somebody owns at this moment. Called off the event loop, within a read transaction."""
        ...

    async def close(self) -> None:
        """Own nothing any more."""
        ...


@asynccontextmanager
async def owned(owners: Owners, run_id: str) -> AsyncGenerator[None]:
    """Own a run while the block runs; raises as `Owners.take`."""
    release = await owners.take(run_id)
    try:
        yield
    finally:
        release()


class FileOwners:
    """Locks on files in the folders of runs."""

    def __init__(self, folders: Path) -> None:
        self._folders = folders

    async def take(self, run_id: str) -> Release:
        """See `Owners`."""
        taken = ExitStack()
        taken.enter_context(file_owned(self._folders / run_id, run_id))
        return taken.close

    def of(self, _connection: Connection, run_ids: Collection[str]) -> set[str]:
        """See `Owners`."""
        return {run_id for run_id in run_ids if is_owned(self._folders / run_id)}

    async def close(self) -> None:
        """See `Owners`: the locks go with those who hold them."""


class SessionOwners:
    """Advisory locks of one session at the PostgreSQL server; on this machine the files are locked as well."""

    def __init__(self, address: str, folders: Path, *, beat_s: float = BEAT_S, silent_s: float = SILENT_S) -> None:
        self._address = address
        self._files = FileOwners(folders)
        self._beat_s = beat_s
        self._silent_s = silent_s
        self._held: set[str] = set()
        self._turn = asyncio.Lock()
        self._session: AsyncConnection | None = None
        self._beating: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    async def take(self, run_id: str) -> Release:
        """See `Owners`."""
        leave_file = await self._files.take(run_id)
        try:
            await self._take(run_id)
        except BaseException:
            leave_file()
            raise

        def release() -> None:
            self._held.discard(run_id)
            leave_file()
            leaving = asyncio.get_running_loop().create_task(self._leave(run_id))
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)

        return release

    def of(self, connection: Connection, run_ids: Collection[str]) -> set[str]:
        """See `Owners`."""
        if not run_ids:
            return set()
        held = {int(key) % (1 << 64) for key in connection.execute(HELD).scalars()}
        return {run_id for run_id in run_ids if key_of(run_id) % (1 << 64) in held}

    async def close(self) -> None:
        """See `Owners`."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait({self._beating})
        if self._leaving:
            await asyncio.wait(self._leaving)
        if self._session is not None:
            await self._session.close()

    async def _take(self, run_id: str) -> None:
        async with self._turn:
            try:
                taken = await self._try(await self._open(), run_id)
            except Exception as error:
                raise _unreachable(error) from error
            except BaseException:  # cancelled, maybe when the server had granted it
                await self._unlock(run_id)
                raise
            if not taken:
                raise RunBusy(
                    f"run {run_id} is being driven by another process, maybe on another machine",
                    hint=f"Watch it: `kasen runs show {run_id} --follow`; end it: `kasen runs cancel {run_id}`.",
                )
            self._held.add(run_id)
            if self._beating is None:
                self._beating = asyncio.create_task(self._beat(), name="owners")

    async def _leave(self, run_id: str) -> None:
        async with self._turn:
            await self._unlock(run_id)

    async def _unlock(self, run_id: str) -> None:
        if self._session is not None and not self._session.closed:
            with suppress(Exception):  # a session that is gone holds nothing
                await self._session.execute("SELECT pg_advisory_unlock(%s)", (key_of(run_id),))

    async def _open(self) -> AsyncConnection:
        """The session; when it broke, a new one that holds what the old one held, as far as nobody else has it now."""
        if self._session is None or self._session.closed:
            from psycopg import AsyncConnection

            session = await AsyncConnection.connect(dsn(self._address), autocommit=True)
            try:
                await self._prepare(session)
            except BaseException:  # it holds nothing, or not all of it
                await session.close()
                raise
            self._session = session
        return self._session

    async def _prepare(self, session: AsyncConnection) -> None:
        for setting in (*PER_SESSION, f"SET idle_session_timeout = {int(self._silent_s * 1000)}"):
            await session.execute(setting)
        for run_id in list(self._held):
            if not await self._try(session, run_id):
                LOGGER.warning("another process has taken run %s while the database was away", run_id)

    async def _try(self, session: AsyncConnection, run_id: str) -> bool:
        found = await (await session.execute("SELECT pg_try_advisory_lock(%s)", (key_of(run_id),))).fetchone()
        return found is not None and bool(found[0])

    async def _beat(self) -> None:
        is_away = False
        while True:
            await asyncio.sleep(self._beat_s)
            async with self._turn:
                try:
                    await (await self._open()).execute("SELECT 1")
                except Exception as error:  # noqa: BLE001 - the server is away: the next beat tries again
                    if not is_away:
                        LOGGER.warning("%s; it is tried again until it is back", _unreachable(error))
                    is_away = True
                else:
                    is_away = False


def key_of(run_id: str) -> int:
    """The key of a run's advisory lock: 64 bits, with sign."""
    return int.from_bytes(hashlib.sha256(f"kasen run {run_id}".encode()).digest()[:8], signed=True)


def _unreachable(error: Exception) -> Away:
    said = (str(error).splitlines() or [type(error).__name__])[0]
    return Away(f"the database cannot be reached: {said}", hint="Start it, then continue.")
