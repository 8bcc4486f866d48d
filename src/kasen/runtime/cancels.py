"""Word that other processes leave for the runs driven here: one look for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, select

from kasen.errors import StoreFailed
from kasen.runtime.tables import RUNS

if TYPE_CHECKING:
    from kasen.runtime.store import Store

LOOK = 0.25
"""Seconds between two looks."""
ASKED = select(RUNS.c.id).where(RUNS.c.id.in_(bindparam("runs", expanding=True)), RUNS.c.cancel_asked == 1)


class Cancels:
    """Calls back when somebody asked that a run end for good; nothing is looked for while no run is driven."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, Callable[[], None]] = {}
        self._looker: asyncio.Task[None] | None = None

    @contextmanager
    def heard(self, run_id: str, cancel: Callable[[], None]) -> Iterator[None]:
        """Call `cancel` once if word comes for the run while the block runs."""
        self._waiting[run_id] = cancel
        if self._looker is None or self._looker.done():
            self._looker = asyncio.create_task(self._work(), name="cancels")
        try:
            yield
        finally:
            self._waiting.pop(run_id, None)
            if not self._waiting and self._looker is not None:
                self._looker.cancel()
                self._looker = None

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            named = {"runs": list(self._waiting)}
            with suppress(StoreFailed):  # whoever writes hears of it; here the next look may succeed
                for run_id in await self._store.read(partial(_asked, named)):
                    if cancel := self._waiting.pop(run_id, None):
                        cancel()


def _asked(named: dict[str, Any], connection: Connection) -> list[str]:
    return list(connection.execute(ASKED, named).scalars())
