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

KINDS = ("text", "reasoning")
TEXTS_OF = (
    select(EVENTS.c.body)
    .where(EVENTS.c.run_id == bindparam("run"), EVENTS.c.task == bindparam("of"), EVENTS.c.type.in_(KINDS))
    .order_by(EVENTS.c.seq)
)


class Texts:
    """Buffers the deltas of each text of each node of one attempt, and those of what models think."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._waiting: dict[str, dict[tuple[str, str], str]] = {}
        self._written: dict[str, float] = {}
        self._stored: set[tuple[str, str, str]] = set()
        self._locks: dict[str, asyncio.Lock] = {}

    async def add(self, text_id: str, delta: str) -> None:
        """Take a delta of the text `text_id` of the running node."""
        await self._add("text", text_id, delta)

    async def add_reasoning(self, text_id: str, delta: str) -> None:
        """Take a delta of what a model thinks."""
        await self._add("reasoning", text_id, delta)

    async def close(self, text_id: str) -> None:
        """Take back what was said under `text_id`: its call has failed."""
        task = CURRENT.get().task
        async with self._lock(task):
            for kind in KINDS:
                self._waiting.get(task, {}).pop((kind, text_id), None)
            shown = [kind for kind in KINDS if (task, kind, text_id) in self._stored]
            if shown:
                await self._attempt.append(
                    [self._attempt.event(kind, id=text_id, text="", final=True) for kind in shown]
                )

    def may_have(self, task: str) -> bool:
        """False when no deltas of this execution can be stored: none were written now, and no attempt came before."""
        return self._attempt.fence > 1 or task in self._written

    async def flush(self, task: str) -> None:
        """Write what is buffered for one execution of a node."""
        async with self._lock(task):
            waiting = self._waiting.pop(task, None)
            if not waiting:
                return
            self._written[task] = time.monotonic()
            self._stored.update((task, kind, text_id) for kind, text_id in waiting)
            await self._attempt.append(
                [self._attempt.event(kind, id=text_id, text=text) for (kind, text_id), text in waiting.items()]
            )

    async def _add(self, kind: str, text_id: str, delta: str) -> None:
        task = CURRENT.get().task
        waiting = self._waiting.setdefault(task, {})
        waiting[kind, text_id] = waiting.get((kind, text_id), "") + delta
        if time.monotonic() - self._written.get(task, 0.0) >= EVERY:
            await self.flush(task)

    def _lock(self, task: str) -> asyncio.Lock:
        return self._locks.setdefault(task, asyncio.Lock())


def compact(connection: Connection, run_id: str, task: str) -> list[dict[str, Any]]:
    """Delete a task's deltas, of dead attempts too, and return the final text events that stand for them.

    Nothing stands for those that were taken back.
    """
    rows = [orjson.loads(body) for body in connection.execute(TEXTS_OF, {"run": run_id, "of": task}).scalars()]
    deltas = [row for row in rows if not row["final"]]
    if not deltas:
        return []
    gone = [delta["seq"] for delta in deltas]
    connection.execute(delete(EVENTS).where(EVENTS.c.run_id == run_id, EVENTS.c.seq.in_(gone)))
    newest: dict[str, int] = {}
    for delta in deltas:
        newest[_ask(delta)] = max(newest.get(_ask(delta), 0), delta["attempt"])
    closed = {(row["type"], row["id"], row["attempt"]) for row in rows if row["final"] and not row["text"]}
    whole: dict[tuple[str, str], dict[str, Any]] = {}
    for delta in deltas:
        kind, text_id, attempt = delta["type"], delta["id"], delta["attempt"]
        if attempt == newest[_ask(delta)] and (kind, text_id, attempt) not in closed:
            same = {"type": kind, "node": delta["node"], "task": task, "id": text_id, "final": True, "text": ""}
            whole.setdefault((kind, text_id), same)["text"] += delta["text"]
    return list(whole.values())


def _ask(delta: dict[str, Any]) -> str:
    """What a text belongs to: the calls of one ask end in `-1`, `-2`, …; a dead attempt's calls do not count."""
    name, _, call = str(delta["id"]).rpartition("-")
    return name if call.isdigit() else str(delta["id"])
