"""What is being answered: how many streams each caller may hold, and how all of it ends when the server stops."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from kasen.server.errors import Rejected
from kasen.server.limits import ServerLimits

_STREAM = re.compile(r"/api/runs/[^/]+/events|/api/chat(/.*)?/stream")
_ASKED = frozenset({"/api/chat", "/api/chat/stream"})


def is_stream(method: str, path: str) -> bool:
    """Whether an answer to that request stays open."""
    return bool(_STREAM.fullmatch(path)) if method == "GET" else method == "POST" and path in _ASKED


class Streams:
    """Those of one process."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._open: set[asyncio.Task[object]] = set()
        self._short: set[asyncio.Task[object]] = set()
        self._of: Counter[str] = Counter()
        self.is_closing = False

    def __len__(self) -> int:
        return len(self._open)

    def open_of(self, owner: str) -> int:
        """How many streams a caller has open."""
        return self._of[owner]

    def check(self) -> None:
        """Raises Rejected (503) once the server stops: nothing new begins."""
        if self.is_closing:
            raise Rejected(503, "the server is stopping", hint="Ask again when it is back.")

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note that the current task answers a request that is no stream."""
        task = _current()
        self._short.add(task)
        try:
            yield
        finally:
            self._short.discard(task)

    @contextmanager
    def slot(self, owner: str) -> Iterator[None]:
        """Count the current task as a stream. Raises Rejected: 429 when there are too many, 503 when all end."""
        task = _current()
        self.check()
        if self._of[owner] >= self._limits.streams_each:
            raise Rejected(429, f"{self._of[owner]} streams of yours are open", hint="Close some.")
        if len(self._open) >= self._limits.streams:
            raise Rejected(429, "too many streams are open on this server", hint="Ask again later.")
        self._open.add(task)
        self._of[owner] += 1
        try:
            yield
        finally:
            self._open.discard(task)
            self._of[owner] -= 1
            if not self._of[owner]:
                del self._of[owner]

    def close(self) -> None:
        """End all streams, and let nothing new begin; each says so to its client in its own way (see `guard`)."""
        self.is_closing = True
        for task in list(self._open):
            task.cancel()

    def cut(self) -> None:
        """End whatever is still being answered: half an upload would be waited for without end."""
        for task in list(self._short):
            task.cancel()


def _current() -> asyncio.Task[object]:
    task = asyncio.current_task()
    assert task is not None
    return task
