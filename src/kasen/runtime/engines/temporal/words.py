"""What others ask of the runs that a worker drives: to end the attempt after its step, or now."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from kasen.errors import StoreFailed
from kasen.runtime.engines.asked import CANCEL, STOP
from kasen.runtime.engines.handed import LOOK, STANDS

if TYPE_CHECKING:
    from kasen.runtime.drive import Drive
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store


@dataclass
class _Driven:
    """An attempt; `heard` is the last word that it was told, for it is told each once."""

    drive: Drive
    work: asyncio.Task[RunRow]
    heard: int = 0


class Words:
    """One look for all runs of a worker. That a run is to be cancelled is heard by its attempt itself (`Cancels`)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._driven: dict[str, _Driven] = {}
        self._looker: asyncio.Task[None] | None = None

    @contextmanager
    def heard(self, run_id: str, drive: Drive, work: asyncio.Task[RunRow]) -> Iterator[None]:
        """Pass on what is asked of the run while the block runs."""
        self._driven[run_id] = _Driven(drive, work)
        if self._looker is None or self._looker.done():
            self._looker = asyncio.create_task(self._look(), name="words")
        try:
            yield
        finally:
            self._driven.pop(run_id, None)

    @staticmethod
    def tell(drive: Drive, word: int) -> None:
        """Pass on what was asked before the attempt began."""
        if word == CANCEL:
            drive.cancel()
        elif word:
            drive.stop()

    def end_now(self) -> None:
        """End every attempt at once; nobody asked that its run stops."""
        for driven in self._driven.values():
            driven.drive.stop(keeps_turn=True)
            driven.work.cancel()

    async def _look(self) -> None:
        while self._driven:
            await asyncio.sleep(LOOK)
            driven = dict(self._driven)
            with suppress(StoreFailed):  # the next look may succeed
                for run_id, word in (await self._store.read(partial(_asked, list(driven)))).items():
                    if self._driven.get(run_id) is driven[run_id]:  # not who continued it since
                        self._pass_on(driven[run_id], word)

    def _pass_on(self, driven: _Driven, word: int) -> None:
        if word <= driven.heard:
            return
        driven.heard = word
        driven.drive.stop()
        if word > STOP:
            driven.work.cancel()


def _asked(run_ids: list[str], connection: Connection) -> dict[str, int]:
    rows = connection.execute(STANDS, {"runs": run_ids}).all()
    return {id: word for id, _, word in rows if word >= STOP}
