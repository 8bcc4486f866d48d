"""One try at driving a run: the token it writes under, its events, its texts, the nodes that are about to end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection

from kasen.runtime.node import CURRENT, NodeRun
from kasen.runtime.store import Store, append, take_seq
from kasen.runtime.texts import Texts
from kasen.runtime.writer import Job

if TYPE_CHECKING:
    from kasen.models.role import Usage
    from kasen.runtime.checkpoints.anew import Anew

T = TypeVar("T")


class Attempt:
    """Everything an attempt writes goes through here, under its fencing token.

    Raises, from every write:
        Fenced: another attempt has taken the run.
        StoreFailed: the database refused.
    """

    def __init__(self, store: Store, run_id: str, fence: int) -> None:
        self.store = store
        self.run_id = run_id
        self.fence = fence
        self.texts = Texts(self)
        self.finishing: dict[str, NodeRun] = {}
        self.anew: Anew | None = None
        """Set when the state of the run is lost and it begins again."""

    async def emit(self, type: str, /, **fields: Any) -> None:
        """Append one event; returns when it is committed."""
        await self.append([self.event(type, **fields)])

    def event(self, type: str, /, **fields: Any) -> dict[str, Any]:
        """The body of an event of the node that is running now."""
        node = CURRENT.get()
        return {"type": type, "node": node.name, "task": node.task, **fields}

    async def append(self, events: list[dict[str, Any]]) -> None:
        """Append events in one transaction."""
        await self.write(lambda connection: None, events)

    async def write(self, job: Job[T], events: list[dict[str, Any]] | None = None) -> T:
        """Run `job` and append `events` in one transaction, if the token still holds."""
        value = await self.store.write(self._fenced(job, events))
        self.store.notify(self.run_id, events or ())
        return value

    def write_soon(self, job: Job[Any], events: list[dict[str, Any]]) -> None:
        """The same before whatever this attempt writes later, and nobody waits for it.

        What keeps it from being written keeps that from being written as well, and is told there.
        """

        def told(written: asyncio.Future[Any]) -> None:
            if not written.cancelled() and written.exception() is None:
                self.store.notify(self.run_id, events)

        self.store.write.soon(self._fenced(job, events)).add_done_callback(told)

    async def settle(self) -> None:
        """Wait until all that was handed in before is committed."""
        await self.write(lambda _connection: None)

    def _fenced(self, job: Job[T], events: list[dict[str, Any]] | None) -> Job[T]:
        def fenced(connection: Connection) -> T:
            if events:
                append(connection, self.run_id, self.fence, events)
            else:
                take_seq(connection, self.run_id, self.fence)
            return job(connection)

        return fenced

    def paid(self, usage: Usage, usd: float | None) -> None:
        """Count what an ask took for the running node."""
        CURRENT.get().pay(usage, usd)

    def note(self, text: str) -> None:
        """Set the line that people see when the running node ends."""
        CURRENT.get().note = text
