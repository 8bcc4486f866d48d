"""Words as they are written: deltas are stored a few times a second and compacted when the node ends."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, bindparam, delete, select

from kasen.runtime.node import CURRENT
from kasen.runtime.tables import EVENTS

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt

EVERY = 0.05
"""Seconds between two writes of deltas: reads as continuous, and 20 commits a second at most."""

TEXTS_OF = (
    select(EVENTS.c.body)
    .where(EVENTS.c.run_id == bindparam("run"), EVENTS.c.task == bindparam("of"), EVENTS.c.type == "text")
    .order_by(EVENTS.c.seq)
)


class Texts:
    """Buffers the deltas of each text of each node of one attempt."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._waiting: dict[str, dict[str, str]] = {}
        self._written: dict[str, float] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def add(self, text_id: str, delta: str) -> None:
        """Take a delta of the text `text_id` of the running node."""
        task = CURRENT.get().task
        waiting = self._waiting.setdefault(task, {})
        waiting[text_id] = waiting.get(text_id, "") + delta
        if time.monotonic() - self._written.get(task, 0.0) >= EVERY:
            await self.flush(task)

    def may_have(self, task: str) -> bool:
        """False when no deltas of this execution can be stored: none were written now, and no attempt came before."""
        return self._attempt.fence > 1 or task in self._written

    async def flush(self, task: str) -> None:
        """Write what is buffered for one execution of a node."""
        async with self._locks.setdefault(task, asyncio.Lock()):
            waiting = self._waiting.pop(task, None)
            if not waiting:
                return
            self._written[task] = time.monotonic()
            await self._attempt.append([self._attempt.event("text", id=id, text=text) for id, text in waiting.items()])


def compact(connection: Connection, run_id: str, task: str) -> list[dict[str, Any]]:
    """Delete a task's deltas, of dead attempts too, and return the final text events that stand for them."""
    rows = connection.execute(TEXTS_OF, {"run": run_id, "of": task}).scalars().all()
    deltas = [delta for delta in map(orjson.loads, rows) if not delta["final"]]
    if not deltas:
        return []
    gone = [delta["seq"] for delta in deltas]
    connection.execute(delete(EVENTS).where(EVENTS.c.run_id == run_id, EVENTS.c.seq.in_(gone)))
    newest: dict[str, int] = {}
    for delta in deltas:
        newest[_ask(delta)] = max(newest.get(_ask(delta), 0), delta["attempt"])
    whole: dict[str, dict[str, Any]] = {}
    for delta in deltas:
        if delta["attempt"] == newest[_ask(delta)]:
            same = {"type": "text", "node": delta["node"], "task": task, "id": delta["id"], "final": True, "text": ""}
            whole.setdefault(delta["id"], same)["text"] += delta["text"]
    return list(whole.values())


def _ask(delta: dict[str, Any]) -> str:
    """What a text belongs to: the calls of one ask end in `-1`, `-2`, …; a dead attempt's calls do not count."""
    name, _, call = str(delta["id"]).rpartition("-")
    return name if call.isdigit() else str(delta["id"])
