"""A run that somebody follows: its latest events, kept once for all its readers, and the bell that wakes them."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence

from kasen.runtime.stored import Stored

WINDOW = 512
"""Latest events of a run that are kept for its readers; whoever is further behind reads pages from the store."""
WINDOW_CHARS = 1_000_000
"""Characters of bodies in a window, at most; the latest event is kept whatever its size."""


class Followed:
    """Everything with a `seq` above `floor` and up to `head` is in the window, or was taken back by its author."""

    def __init__(self) -> None:
        self.readers = 0
        self.news = asyncio.Event()
        """Set when there is news, and replaced by a new one: a reader waits for the one it found before it looked."""
        self.is_open = False
        self.over = False
        self.error: BaseException | None = None
        self.owner_seen = 0.0
        """When somebody last looked whether the process that drives the run is there (the loop's clock)."""
        self.floor = 0
        self.head = 0
        self._window: list[Stored] = []
        self._chars = 0

    @property
    def start(self) -> int | None:
        """Where the next look begins; None before the first."""
        return self.head if self.is_open else None

    def above(self, after: int) -> Sequence[Stored] | None:
        """What came after `after`; None when the window does not reach back so far."""
        if after < self.floor:
            return None
        return self._window[bisect_right(self._window, after, key=_seq) :] if after < self.head else ()

    def open(self, last_seq: int) -> None:
        """From here on everything passes through the window."""
        self.is_open = True
        self.floor = self.head = last_seq

    def take(self, events: Sequence[Stored]) -> None:
        """Keep the latest events, and let go of the earliest."""
        self._window += events
        self._chars += sum(len(event.body) for event in events)
        self.head = events[-1].seq
        gone = 0
        while gone < len(self._window) - 1 and (len(self._window) - gone > WINDOW or self._chars > WINDOW_CHARS):
            self._chars -= len(self._window[gone].body)
            gone += 1
        if gone:
            self.floor = self._window[gone - 1].seq
            del self._window[:gone]

    def wake(self) -> None:
        """Let all readers look again."""
        self.news.set()
        self.news = asyncio.Event()

    def end(self, error: BaseException | None = None) -> None:
        """Nothing more will come."""
        self.over, self.error = True, error
        self.wake()


def _seq(event: Stored) -> int:
    return event.seq
