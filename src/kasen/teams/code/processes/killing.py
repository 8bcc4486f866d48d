"""Ending a process with all that it began."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence

from kasen.teams.code.processes.tree import Process, descendants

GRACE_S = 2.0
"""Seconds that a program gets to end by itself."""
_LOOK_S = 0.02


async def end(root: Process, *, grace_s: float = GRACE_S) -> list[Process]:
    """Ask it to end, then end it and all below it; what is left of them, which should be nothing.

    The tree is looked at before, as what loses its parent cannot be found by it any more, and again after: a process
    may begin others while it is being ended.
    """
    known = {root, *descendants([root.pid])}
    root.send(signal.SIGTERM)
    await _gone([root], grace_s)
    for _ in range(20):
        known |= set(descendants([one.pid for one in known if one.lives]))
        living = [one for one in known if one.lives]
        if not living:
            return []
        for one in living:
            one.send(signal.SIGKILL)
        await _gone(living, _LOOK_S * 5)
    return [one for one in known if one.lives]


async def _gone(several: Sequence[Process], seconds: float) -> None:
    """Until none of them lives, at most that long."""
    for _ in range(max(1, round(seconds / _LOOK_S))):
        if not any(one.lives for one in several):
            return
        await asyncio.sleep(_LOOK_S)
