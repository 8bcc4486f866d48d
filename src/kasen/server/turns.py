"""Work that a few callers do at once, each one piece at a time: who has much to do does not hold up the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """Places for `callers`; what one of them wants besides waits without a place."""

    def __init__(self, callers: int) -> None:
        self._places = asyncio.Semaphore(callers)
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, owner: str) -> AsyncGenerator[None]:
        """A turn of this caller, in the order in which they were asked for."""
        own = self._own.setdefault(owner, asyncio.Lock())
        async with own, self._places:
            yield
