"""One writer at a time, over machines: whoever creates a file at an address may write, until it is dropped.

It spares work, and never decides what counts: two writers who both believe to have it meet in `Versions.publish`, where
one of them is sent back. So nothing here trusts a clock of another machine.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from kasen.errors import StoreFailed
from kasen.knowledge.shared_versions import Depot

BEAT_S = 5.0
"""Seconds between two signs of life of a writer."""
DEAD_AFTER = 4
"""Beats without a sign of life after which a writer counts as dead."""
TEXT = "text/plain"


@asynccontextmanager
async def lease(depot: Depot, url: str, *, beat_s: float = BEAT_S) -> AsyncGenerator[None]:
    """Hold it while the block runs; waits while another one does. Raises StoreFailed."""
    mine = secrets.token_hex(8)
    await _take(depot, url, mine, beat_s)
    over = asyncio.Event()
    beating = asyncio.create_task(_beat(depot, url, mine, beat_s, over))
    try:
        yield
    finally:
        over.set()  # and no cancel: what is being written would come after the file is dropped
        await asyncio.wait({beating})
        with suppress(StoreFailed):  # others wait until it counts as dead
            await depot.drop(url)


async def _take(depot: Depot, url: str, mine: str, beat_s: float) -> None:
    seen, since = b"", time.monotonic()
    while not await depot.create(url, f"{mine} 0".encode(), TEXT):
        found = await _read(depot, url)
        if found != seen:
            seen, since = found, time.monotonic()
        elif time.monotonic() - since > DEAD_AFTER * beat_s:
            await depot.drop(url)
            continue
        await asyncio.sleep(beat_s / 5)


async def _read(depot: Depot, url: str) -> bytes:
    try:
        return await depot.get(url)
    except StoreFailed:  # dropped this moment, or the store fails: then `create` says so
        return b""


async def _beat(depot: Depot, url: str, mine: str, beat_s: float, over: asyncio.Event) -> None:
    for number in itertools.count(1):
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), beat_s)
        if over.is_set():
            return
        with suppress(StoreFailed):
            await depot.put(url, f"{mine} {number}".encode(), TEXT)
