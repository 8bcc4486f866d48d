"""What other processes wrote, told by PostgreSQL at the moment of their commit: no need to look for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kasen.runtime.logs import LOGGER
from kasen.runtime.postgres import CHANNEL, dsn

if TYPE_CHECKING:
    from psycopg import AsyncConnection

REST_S = 0.02
"""Seconds between two times that it listens: a process is told of its own commits as well, one after the other."""
AGAIN_S = 1.0
"""Seconds before a connection that broke is tried again; what is missed meanwhile is found by looking."""


class Listening:
    """Calls `heard` with the id of each run of which somebody committed events, until it is closed.

    `more`: further channels, and who is called with the words of each.
    """

    def __init__(
        self,
        address: str,
        heard: Callable[[str], None],
        *,
        more: Mapping[str, Callable[[str], None]] | None = None,
        again_s: float = AGAIN_S,
    ) -> None:
        self._address = address
        self._again_s = again_s
        self._heard = {CHANNEL: heard, **(more or {})}
        self.is_on = False
        """Word comes; while False, whoever wants news has to look."""
        self._is_away = False
        self._task = asyncio.create_task(self._work(), name="listening")

    async def close(self) -> None:
        """Hear nothing any more."""
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _work(self) -> None:
        from psycopg import AsyncConnection, Error

        while True:
            try:
                async with await AsyncConnection.connect(dsn(self._address), autocommit=True) as connection:
                    await self._listen(connection)
            except (Error, OSError) as error:
                if not self._is_away:
                    LOGGER.warning("the database tells no news for now: %s", error)
                self._is_away = True
            finally:
                self.is_on = False
            await asyncio.sleep(self._again_s)

    async def _listen(self, connection: AsyncConnection) -> None:
        for channel in self._heard:
            await connection.execute(f"LISTEN {channel}")
        self.is_on = True
        if self._is_away:
            LOGGER.warning("the database tells news again")
        self._is_away = False
        while True:
            async for one in connection.notifies(stop_after=1):
                self._heard[one.channel](one.payload)
            await asyncio.sleep(REST_S)
