"""The heartbeat of a shim: a file that is replaced whole at fixed times and whenever what it says changes."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from kasen.teams.code.worker.spec import Beat

PAUSE_S = 0.1
"""Least seconds between two that nothing but a tool or an event caused: a program may tell thousands in a second."""


class Heart:
    """Says that the shim lives, and what its program does: two things. A full disk does not end it."""

    def __init__(self, path: Path, beat: Beat) -> None:
        self._beat = beat
        self._changes: dict[str, Any] = {}
        self._path = path
        self._part = path.with_name(f".{path.name}")
        self._soon: asyncio.TimerHandle | None = None

    @property
    def beat(self) -> Beat:
        """What is so now."""
        if self._changes:
            self._beat = self._beat.model_copy(update=self._changes)
            self._changes.clear()
        return self._beat

    def change(self, **what: Any) -> None:
        """Fields of the Beat that have other values now: written at once."""
        self._changes |= what
        self.write()

    def change_soon(self, **what: Any) -> None:
        """Fields that change often: written at the latest after a short pause, together."""
        self._changes |= what
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(PAUSE_S, self.write)

    def write(self) -> None:
        """Replace the file. Not synced: after a power cut nobody of whom it tells lives."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        with suppress(OSError):
            self._part.write_bytes(self.beat.model_dump_json().encode())
            self._part.replace(self._path)

    def end(self) -> None:
        """Nothing is written any more."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None


class Silence:
    """For how long a file of somebody else did not change, by a clock that stands still while the machine sleeps."""

    def __init__(self, path: Path, now: float) -> None:
        self._path = path
        self._seen: int | None = None
        self._since = now

    def seconds(self, now: float) -> float:
        """Since the last change that was seen; of a file that was never there, since this was made."""
        try:
            seen: int | None = os.stat(self._path).st_mtime_ns  # noqa: PTH116
        except OSError:
            seen = None
        if seen is not None and seen != self._seen:
            self._seen, self._since = seen, now
        return now - self._since
