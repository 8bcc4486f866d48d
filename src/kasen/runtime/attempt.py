"""One try at driving a run: the token it writes under, its events, its texts, the nodes that are about to end."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection

from kasen.errors import InternalError, StoreFailed
from kasen.runtime.appending import append
from kasen.runtime.logs import LOGGER
from kasen.runtime.node import CURRENT, NodeRun
from kasen.runtime.store import Store
from kasen.runtime.texts import Texts
from kasen.runtime.writer import Job, Rest

if TYPE_CHECKING:
    from kasen.models.role import Usage
    from kasen.runtime.checkpoints.anew import Anew

T = TypeVar("T")
LINGER_S = 0.01
"""How long what nobody waits for may wait for company."""


class Soon:
    """What nobody waits for: events, and what is written with them. `waits` until it is handed to the writer.

    Of those in `instead_of` the events alone are written.
    """

    __slots__ = ("at", "events", "instead_of", "job", "waits")

    def __init__(
        self, job: Job[Any] | None, events: Sequence[dict[str, Any]], instead_of: Collection[Soon] = ()
    ) -> None:
        self.job = job
        self.events = events
        self.instead_of = instead_of
        self.at = time.monotonic()
        self.waits = True


class Attempt:
    """Everything an attempt writes goes through here, under its fencing token.

    `is_first`: nothing of the run was stored before but what it was asked. `tells_end`: the end of the run is written
    after its last step, and nobody waits for that step alone.

    Raises, from every write:
        Fenced: another attempt has taken the run.
        StoreFailed: the database refused.
        Exception: why something that nobody waited for could not be written; each raises it until `let_go_of_lost`.
    """

    def __init__(
        self, store: Store, run_id: str, fence: int, *, is_first: bool = False, tells_end: bool = False
    ) -> None:
        self.store = store
        self.run_id = run_id
        self.fence = fence
        self.is_first = is_first
        self.tells_end = tells_end
        self.texts = Texts(self)
        self.finishing: dict[str, NodeRun] = {}
        self.times: Counter[str] = Counter()
        """How often each node has ended."""
        self.anew: Anew | None = None
        """Set when the state of the run is lost and it begins again."""
        self.may_go_back = not is_first
        """To a step whose nodes have ended: a rule has answered for want of budget, now or in an attempt before."""
        self._soon: list[Soon] = []
        self._timer: asyncio.TimerHandle | None = None
        self._lost: BaseException | None = None
        self._late: set[asyncio.Future[Any]] = set()

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

    async def write(
        self, job: Job[T], events: Sequence[dict[str, Any]] = (), *, instead_of: Collection[Soon] = ()
    ) -> T:
        """Run `job` and append `events` in one transaction, if the token still holds.

        What was handed to `write_soon` goes with it; of those in `instead_of` the events alone, when `job` succeeds.
        Who stops waiting does not undo it: what this attempt writes next comes after it.
        """
        await self.late_written()
        if self._lost is not None:
            raise self._lost
        soon = self._handed_in()
        before = [one for one in soon if one not in instead_of]
        told = [*(event for one in soon for event in one.events), *events]
        rest = Rest(lambda connection: self._alone(connection, soon)) if soon else None
        try:
            written = self.store.write.hand_in(self._fenced(job, before, told), rest=rest)
            value: T = await asyncio.shield(written)
        except asyncio.CancelledError:
            self._is_late(written, told, soon, rest)
            raise
        except Exception as error:
            self._failed(error, soon, rest)
            raise
        self.store.notify(self.run_id, told)
        return value

    def write_soon(
        self, job: Job[Any] | None, events: Sequence[dict[str, Any]], *, instead_of: Collection[Soon] = ()
    ) -> Soon:
        """The same with whatever this attempt writes next, before it, and after `LINGER_S` at the latest.

        Nobody waits for it: what keeps it from being written keeps all that follows from being written as well.
        """
        soon = Soon(job, events, instead_of)
        self._soon.append(soon)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LINGER_S, self._come_due)
        return soon

    async def settle(self) -> None:
        """Wait until all that was handed in before is committed."""
        await self.write(_nothing)

    async def read_after(self) -> None:
        """Wait until what nobody waits for can be read."""
        while self._soon or self._late:
            await (self.settle() if self._soon else asyncio.wait(self._late))

    async def write_last(self, job: Job[Any], events: Sequence[dict[str, Any]]) -> None:
        """Write how the attempt ended, whatever before it could not be written."""
        await self.let_go_of_lost()
        try:
            await self.write(job, events)
        except InternalError:
            raise
        except Exception:  # of what went with it, which has been tried by itself by now
            if not await self.let_go_of_lost():
                raise
            await self.write(job, events)

    async def let_go_of_lost(self) -> bool:
        """Say in the log what could not be written while nobody waited, if anything: writes are tried again after it.

        For the end of the attempt alone: a run that goes on without what was lost is not whole.
        """
        await self.late_written()
        lost, self._lost = self._lost, None
        if lost is not None:
            LOGGER.error("something of the attempt could not be written: %s", lost)
        return lost is not None

    async def late_written(self) -> None:
        """Nothing overtakes what was handed to the writer before, nor is written without it. Mostly there is none."""
        while self._late:
            await asyncio.wait(self._late)

    def _handed_in(self) -> list[Soon]:
        """What waits by now, which waits no more."""
        soon, self._soon = self._soon, []
        for one in soon:
            one.waits = False
        return soon

    def _come_due(self) -> None:
        """The timer is not set anew for what is handed in meanwhile: mostly it has gone with something else."""
        self._timer = None
        if not self._soon:
            return
        loop, left = asyncio.get_running_loop(), self._soon[0].at + LINGER_S - time.monotonic()
        if left > 0:
            self._timer = loop.call_later(left, self._come_due)
            return
        soon = self._handed_in()
        told = [event for one in soon for event in one.events]
        with suppress(StoreFailed):  # whatever is written next is told that it is closed
            late = self.store.write.hand_in(self._fenced(_nothing, soon, told))
            self._is_late(late, told, soon, Rest(_nothing))  # which nobody writes

    def _is_late(
        self, late: asyncio.Future[Any], told: list[dict[str, Any]], soon: Sequence[Soon], rest: Rest | None
    ) -> None:
        """Nobody waits for it any more, or nobody ever did."""

        def done(_late: object) -> None:
            self._late.discard(late)
            if late.cancelled():
                return
            error = late.exception()
            if error is None:
                self.store.notify(self.run_id, told)
            else:
                self._failed(error, soon, rest)

        self._late.add(late)
        late.add_done_callback(done)

    def _failed(self, error: BaseException, soon: Sequence[Soon], rest: Rest | None) -> None:
        """A job was not written; whether what went with it was."""
        if rest is not None and rest.is_written:  # it was not their fault
            self.store.notify(self.run_id, [event for one in soon for event in one.events])
        elif rest is not None:
            self._lost = self._lost or rest.error or error

    def _alone(self, connection: Connection, soon: Sequence[Soon]) -> None:
        """What was handed in before a job that failed: nothing stands instead of any of it."""
        self._fenced(_nothing, soon, [event for one in soon for event in one.events])(connection)

    def _fenced(self, job: Job[T], before: Sequence[Soon], told: list[dict[str, Any]]) -> Job[T]:
        skipped = [other for one in before for other in one.instead_of]
        jobs = [one.job for one in before if one.job is not None and one not in skipped]

        def fenced(connection: Connection) -> T:
            append(connection, self.run_id, self.fence, told)
            for each in jobs:
                each(connection)
            return job(connection)

        return fenced

    def paid(self, usage: Usage, usd: float | None) -> None:
        """Count what an ask took for the running node."""
        CURRENT.get().pay(usage, usd)

    def note(self, text: str) -> None:
        """Set the line that people see when the running node ends."""
        CURRENT.get().note = text


def _nothing(_connection: Connection) -> None:
    """Only what goes with it."""
