"""What is being read into knowledge bases, and what came of it: a page that is loaded again asks for both."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import PurePath

from kasen.errors import InternalError, KasenError, UnknownName
from kasen.knowledge.ingest import AddReport, OnFile
from kasen.server.errors import Rejected

LOGGER = logging.getLogger("kasen.server")
MOST = 20
"""Readings of one caller that are under way or wait for their turn."""
KEPT = 20
"""Readings of one caller that are over and still told."""
KEPT_S = 3600.0
"""Seconds that the outcome of a reading is told."""


@dataclass(kw_only=True)
class Reading:
    """One reading of documents into a base, as far as it has come."""

    base: str
    files: int
    """Files and folders that were named."""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    done: int = 0
    total: int = 0
    """Files that have to be read; 0 until that is known."""
    name: str = ""
    """Of the file that was read last."""
    begun: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    """When it ended, on the same clock; 0 while it is under way."""
    report: AddReport | None = None
    problem: KasenError | None = None

    @property
    def seconds(self) -> float:
        """What it has taken so far."""
        return (self.ended or time.monotonic()) - self.begun

    def take(self, path: str, done: int, total: int) -> None:
        """One more file has been read; see `OnFile`."""
        self.name, self.done, self.total = PurePath(path).name, done, total


class Readings:
    """Those of one process: a server that ends takes them along, and the files are sent again."""

    def __init__(self) -> None:
        self.began = time.time_ns() // 1_000_000
        """When these were first asked for, in milliseconds: later than those of a process before."""
        self._of: dict[str, list[Reading]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, owner: str, base: str, files: int, work: Callable[[OnFile], Awaitable[AddReport]]) -> Reading:
        """Begin one; it goes on whoever asks. Raises Rejected (429) when the caller has too many under way."""
        self._tidy(owner)
        mine = self._of.setdefault(owner, [])
        if sum(1 for one in mine if not one.ended) >= MOST:
            raise Rejected(429, f"{MOST} readings of yours are under way", hint="Wait until one is done.")
        reading = Reading(base=base, files=files)
        mine.append(reading)
        task = asyncio.create_task(self._read(reading, work), name=f"reading {base}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return reading

    def of(self, owner: str, base: str) -> list[Reading]:
        """What is read into a base, and what was read of late; in the order in which they began."""
        self._tidy(owner)
        return [one for one in self._of.get(owner, []) if one.base == base]

    def forget(self, owner: str, base: str, reading_id: str) -> None:
        """Tell no more of one that is over. Raises UnknownName, Rejected (409) for one that is under way."""
        found = next((one for one in self.of(owner, base) if one.id == reading_id), None)
        if found is None:
            raise UnknownName(f"there is no reading `{reading_id[:40]}`")
        if not found.ended:
            raise Rejected(409, f"the reading `{found.id}` is under way", hint="Wait until it is done.")
        self._of[owner].remove(found)

    def forget_all(self, owner: str, base: str) -> None:
        """Tell no more of what was read into a base that is deleted."""
        self._of[owner] = [one for one in self._of.get(owner, []) if one.base != base or not one.ended]

    async def close(self) -> None:
        """End what is under way; what was written of it stays whole."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _read(self, reading: Reading, work: Callable[[OnFile], Awaitable[AddReport]]) -> None:
        try:
            reading.report = await work(reading.take)
        except KasenError as error:
            reading.problem = error
        except Exception:
            LOGGER.exception("the reading into `%s` failed", reading.base)
            reading.problem = InternalError("the server made a mistake", hint="Its log says which.")
        finally:
            reading.ended = time.monotonic()

    def _tidy(self, owner: str) -> None:
        """Drop what has been told for long, and the oldest of what is too much."""
        mine = self._of.get(owner, [])
        since = time.monotonic() - KEPT_S
        over = [one for one in mine if one.ended]
        kept = {one.id for one in sorted(over, key=lambda one: one.ended)[-KEPT:] if one.ended > since}
        left = [one for one in mine if not one.ended or one.id in kept]
        if left:
            self._of[owner] = left
        else:
            self._of.pop(owner, None)
