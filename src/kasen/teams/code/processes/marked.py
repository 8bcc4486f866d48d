"""Processes that carry a mark in their environment: what lost its parents is found by it.

The mark goes down to all that a program begins, into sessions and groups of their own as well (environ in proc(5)).
What empties its environment has none: as long as its family lives it is found by `descendants`.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable
from pathlib import Path

from kasen.teams.code.processes.killing import GRACE_S, end
from kasen.teams.code.processes.tree import Process, descendants, process

_LOOK_S = 0.02
_ROUNDS = 100


def marked(name: str) -> dict[str, list[Process]]:
    """Value of the mark → the living processes that carry it; this process itself is left out.

    One look at the whole table. Processes of other users cannot be read and are let by.
    """
    found: dict[str, list[Process]] = {}
    wanted, me = f"{name}=".encode(), os.getpid()
    for place in Path("/proc").iterdir():
        if not place.name.isdigit() or int(place.name) == me:
            continue
        one = process(int(place.name))
        value = _value(place, wanted) if one else None
        # Looked at again: between the two looks the number may have become another's.
        if one is not None and value is not None and one.lives:
            found.setdefault(value, []).append(one)
    return found


async def end_marked(
    name: str, value: str, *, roots: Iterable[Process] = (), grace_s: float = GRACE_S
) -> list[Process]:
    """End all that carries the mark with that value, and `roots` with all below them; what is left: nothing, one hopes.

    Roots are asked first and get `grace_s` seconds, at once with each other; what carries the mark then is ended.
    """
    known = set(roots)
    await asyncio.gather(*(end(root, grace_s=grace_s) for root in known))
    for _ in range(_ROUNDS):
        carrying = marked(name).get(value, [])
        known |= {*carrying, *descendants([one.pid for one in carrying])}
        living = [one for one in known if one.lives]
        if not living:
            return []
        for one in living:
            one.send(signal.SIGKILL)
        await asyncio.sleep(_LOOK_S)
    return [one for one in known if one.lives]


def _value(place: Path, wanted: bytes) -> str | None:
    try:
        data = (place / "environ").read_bytes()
    except OSError:
        return None
    line = next((part for part in data.split(b"\0") if part.startswith(wanted)), None)
    return None if line is None else line[len(wanted) :].decode("utf-8", "replace")
