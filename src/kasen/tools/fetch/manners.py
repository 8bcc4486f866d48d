"""Being a polite visitor: few requests at once to a host, and a moment between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class _Host:
    slots: asyncio.Semaphore
    free_at: float = float("-inf")
    """When requests in an even pace would be up; one may be ahead of it."""


@dataclass
class Manners:
    """Lets requests through; `async with manners.turn(host): …` is one of them, from its first to its last byte.

    It belongs to one event loop. Times are seconds of `clock`.
    """

    sleep: Callable[[float], Awaitable[object]]
    clock: Callable[[], float]
    per_host: int = 2
    """Requests to one host at once."""
    in_all: int = 8
    gap_s: float = 0.25
    """Seconds between the beginnings of two requests to one host, after the first two: robots.txt and a page."""
    _hosts: dict[str, _Host] = field(default_factory=dict)
    _slots: asyncio.Semaphore | None = None

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait until the host may be asked again; whoever waits for one host holds up no other."""
        known = self._hosts.setdefault(host, _Host(asyncio.Semaphore(self.per_host)))
        self._slots = self._slots or asyncio.Semaphore(self.in_all)
        async with known.slots:
            wait = known.free_at - self.gap_s - self.clock()
            known.free_at = max(self.clock(), known.free_at) + self.gap_s
            if wait > 0:
                await self.sleep(wait)
            async with self._slots:
                yield
