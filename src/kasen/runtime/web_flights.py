"""Calls that several wait for: whoever asks for what is being fetched already waits for that one call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(eq=False)
class _Flight(Generic[T]):
    task: asyncio.Task[T]
    waiting: int = 0


class Flights(Generic[T]):
    """Merges identical calls; it belongs to one event loop."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight[T]] = {}

    @asynccontextmanager
    async def join(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> AsyncIterator[T]:
        """What `make` gives, or what the call under that key gives that is on its way already.

        A call is known until the last of those who joined it has left the block: inside it, write down what came, and
        nobody makes the call again in between. Who is cancelled leaves alone; the call ends early only with the last.
        """
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.ensure_future(make()))
        flight.waiting += 1
        try:
            yield await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                del self._flights[key]
                await _ended(flight.task)


async def _ended(task: asyncio.Task[T]) -> None:
    """Nobody waits for it any more."""
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled():
        task.exception()  # who joined has been told; asyncio need not say that nobody was
