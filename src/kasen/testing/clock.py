"""Time that tests move: no test waits."""

from __future__ import annotations

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class FakeClock:
    """A clock that stands still until somebody sleeps; sleepers wake in order of their time.

    `clock()` gives seconds since its start, `clock.now()` a date, `await clock.sleep(s)` returns at once;
    `slept` lists what was asked for.
    """

    def __init__(self, start: datetime = START) -> None:
        self.start = start
        self.seconds = 0.0
        self.slept: list[float] = []
        self._wakes: list[tuple[float, int]] = []
        self._order = count()

    def __call__(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        """The date that it is on this clock."""
        return self.start + timedelta(seconds=self.seconds)

    def advance(self, seconds: float) -> None:
        """Let time pass without anybody sleeping."""
        self.seconds += seconds

    async def sleep(self, seconds: float) -> None:
        """Let others run, then move the clock on; whoever has to wake first wakes first."""
        self.slept.append(seconds)
        mine = (self.seconds + seconds, next(self._order))
        heapq.heappush(self._wakes, mine)
        try:
            await asyncio.sleep(0)
            while self._wakes[0] != mine:  # noqa: ASYNC110 - real time must not pass, and who is first changes
                await asyncio.sleep(0)
            self.seconds = max(self.seconds, mine[0])
        finally:
            self._wakes.remove(mine)
            heapq.heapify(self._wakes)
