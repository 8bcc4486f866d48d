"""Work that is not broken off by the first who asks, nor waited for against one who insists."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

INSISTS = 4
"""Times that an attempt which is being ended may be asked again before it leaves everything as it is."""


async def to_its_end(work: Coroutine[Any, Any, None], again: Callable[[], None] | None = None) -> None:
    """Wait for what notes the end of an attempt, though it is asked again to end; `again` is told of each time.

    Who asks more than `INSISTS` times is not kept waiting.
    """
    task, asked = asyncio.create_task(work), 0
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            asked += 1
            if asked > INSISTS:
                task.cancel()
                raise
            if again is not None:
                again()
    task.result()
