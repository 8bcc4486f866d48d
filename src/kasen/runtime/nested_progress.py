"""What a run that asked another team shows meanwhile: which node of the other one is at work, now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.events import Event
    from kasen.runtime.rows import RunRow

EVERY = 0.5
"""Seconds between two looks; each tells one line at most."""
MOST = 200
"""Lines that are told of one run; beyond, only each `SELDOM`th."""
SELDOM = 20


async def tell(attempt: Attempt, child: RunRow, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Emit `progress` for what the other run does, until it is cancelled. Raises as writes of the attempt do."""
    after, lines = child.last_seq, 0
    while True:
        await sleep(EVERY)
        page = await attempt.store.events(child.id, after=after)
        if not page:
            continue
        after = page[-1].seq
        text = next(filter(None, map(line, reversed(page))), "")
        if text:
            lines += 1
            if lines <= MOST or lines % SELDOM == 0:
                await attempt.emit("progress", text=f"{child.team}: {text}", done=lines, total=0)


def line(event: Event) -> str:
    """What of another run's event is worth a word; empty for nothing."""
    one: Any = event
    if event.type == "node_started":
        return event.node
    if event.type == "node_finished":
        return f"{event.node}: {one.summary}" if one.summary else event.node
    if event.type == "progress":
        return f"{event.node}: {one.text}" if event.node else str(one.text)
    if event.type == "search":
        return f"{event.node}: {one.query}"
    return ""
