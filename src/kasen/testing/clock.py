"""Time that tests move: no test waits."""

from __future__ import annotations

import asyncio
import heapq
import selectors
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
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


class _Leaping(selectors.DefaultSelector):
    """Where nothing is ready, the time until the next timer is over at once."""

    seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(timeout if timeout is None else 0)
        if not ready and timeout:
            self.seconds += timeout
        return ready


class _Timeless(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.seconds


def timeless(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in an event loop where waiting takes no time: timers go off in their order, seconds are exact.

    `asyncio.get_running_loop().time` is the clock. What waits for a thread or another process is not waited for.
    """
    with asyncio.Runner(loop_factory=_Timeless) as runner:
        return runner.run(main)
