"""Runs that other processes drive: handed over through the database, and followed there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, bindparam, select, update

from kasen import errors
from kasen.errors import InternalError, KasenError, RunBusy, Stopped, StoreFailed
from kasen.runtime.engines.asked import CANCEL, STOP, leave_word
from kasen.runtime.engines.stuck import SupersedingOwners
from kasen.runtime.logs import LOGGER
from kasen.runtime.rows import ACTIVE, RESUMABLE, Options, RunRow, timestamp
from kasen.runtime.tables import APPROVALS, RUNS

if TYPE_CHECKING:
    from kasen.runtime.engines.port import Dispatch
    from kasen.runtime.owners import Owners, Release
    from kasen.runtime.store import Store

T = TypeVar("T")
LOOK = 0.25
"""Seconds between two looks at how the runs stand that were handed over here."""
KILL_S = 10.0
"""Seconds that whoever drives a run gets to end it at once; then it is no longer waited for."""
STANDS = select(RUNS.c.id, RUNS.c.status, RUNS.c.cancel_asked).where(
    RUNS.c.id.in_(bindparam("runs", expanding=True)),
)


class WaitingOwners:
    """Owners where each run that is to be driven has somebody: who drives it, or the engine that finds somebody."""

    def __init__(self, owners: Owners) -> None:
        self._owners = owners

    async def take(self, run_id: str) -> Release:
        """See `Owners`."""
        return await self._owners.take(run_id)

    def of(self, connection: Connection, run_ids: Collection[str]) -> set[str]:
        """See `Owners`."""
        waiting = select(RUNS.c.id).where(RUNS.c.id.in_(list(run_ids)), RUNS.c.status.in_(ACTIVE))
        return self.driving(connection, run_ids) | set(connection.execute(waiting).scalars()) if run_ids else set()

    def driving(self, connection: Connection, run_ids: Collection[str]) -> set[str]:
        """Those that a process drives at this moment."""
        return self._owners.of(connection, run_ids)

    async def close(self) -> None:
        """See `Owners`."""
        await self._owners.close()


class Handed:
    """A run that was handed over: stands where the attempt of this process would. See `Drive`."""

    def __init__(self, handing: Handing, row: RunRow) -> None:
        self._handing = handing
        self._row = row

    def stop(self, *, keeps_turn: bool = False) -> None:
        """Ask whoever drives it to end after the step; not when only this process ends."""
        if not keeps_turn:
            self._handing.say(self._row.id, STOP)

    def cancel(self) -> None:
        """Ask whoever drives it to end it for good."""
        self._handing.say(self._row.id, CANCEL)

    async def __call__(self) -> RunRow:
        """Wait until it is over, has paused, failed or was stopped. Raises what ended it."""
        await self._handing.follow(self._row.id)
        row = await self._handing.store.run(self._row.id)
        if row.status in {"failed", "interrupted"}:
            raise error_of(row)
        return row


class Handing:
    """What a process that drives nothing itself does with runs. One per runner."""

    def __init__(self, store: Store, dispatch: Dispatch) -> None:
        self.store = store
        self.dispatch = dispatch
        self.owners = WaitingOwners(SupersedingOwners(store))
        store.owners = self.owners
        self._ends: dict[str, asyncio.Future[None]] = {}
        self._words: dict[str, tuple[int, int]] = {}
        """Of the runs that are followed here: what was asked of who drives them, of which of their continuations."""
        self._news = asyncio.Event()
        self._looker: asyncio.Task[None] | None = None
        self._saying: set[asyncio.Task[Any]] = set()
        self._closed = False
        store.listen(self._hear)

    async def hand_over(self, row: RunRow, options: Options | None) -> None:
        """Have a run driven, from now on with these options if there are any.

        Raises RunBusy when it is being driven with others.
        """
        if row.status in ACTIVE and options is not None and await self.is_driven(row.id):
            raise RunBusy(
                f"run {row.id} is being driven by a worker",
                hint=f"Watch it: `kasen runs show {row.id} --follow`; end it: `kasen runs cancel {row.id}`.",
            )
        found = RESUMABLE if options is not None else tuple(status for status in RESUMABLE if status not in ACTIVE)
        await self._noted(row.id, partial(_to_be_driven, run_id=row.id, found=found, options=options))
        await self.dispatch.submit(row.id, row.owner)

    async def answered(self, row: RunRow) -> None:
        """A pause of the run was answered: it goes on, when no other one is open."""
        if (end := self._ends.get(row.id)) is not None and not end.done():
            end.set_result(None)
        waits = select(APPROVALS.c.nth).where(APPROVALS.c.run_id == row.id, APPROVALS.c.answer.is_(None)).limit(1)

        def job(connection: Connection) -> bool:
            if connection.execute(waits).first() is not None:
                return False
            _to_be_driven(connection, row.id, ("paused",))
            return True

        if await self._noted(row.id, job):
            await self.dispatch.submit(row.id, row.owner)

    async def is_driven(self, run_id: str) -> bool:
        """True while a process drives it. Raises StoreFailed."""
        return bool(await self.store.read(lambda c: self.owners.driving(c, [run_id])))

    async def cancelled_by_driver(self, run_id: str) -> None:
        """Ask whoever drives the run to end it for good, until that was done or nobody drives it any more."""
        while (await self.store.run(run_id)).status in RESUMABLE and await self.is_driven(run_id):
            await self.store.ask_cancel(run_id)
            await asyncio.sleep(LOOK)

    def follow(self, run_id: str) -> asyncio.Future[None]:
        """Done when the run is over, has paused, failed or was stopped. Raises Stopped when the process ends."""
        if self._closed:
            raise Stopped("this process ends; the run goes on without it")
        end = self._ends.get(run_id)
        if end is None or end.done():
            end = self._ends[run_id] = asyncio.get_running_loop().create_future()
            end.add_done_callback(lambda _: self._forget(run_id, end))
        if self._looker is None or self._looker.done():
            self._looker = asyncio.create_task(self._look(), name="handed")
        return end

    def say(self, run_id: str, word: int) -> None:
        """Leave a word for whoever drives the run; repeated while the run is followed here, until it is heard.

        It is for the continuation that is to be driven now: whoever continues the run after its end does not hear it.
        """
        if self._closed:
            return
        self._soon(self._ask(run_id, word))

    async def close(self) -> None:
        """Wait for nothing any more; the runs go on."""
        self._closed = True
        if self._saying:
            await asyncio.wait(self._saying, timeout=KILL_S)
        for end in list(self._ends.values()):
            if not end.done():
                end.set_exception(Stopped("this process ended", hint="A worker goes on with the run."))
        if self._looker is not None:
            self._looker.cancel()
            await asyncio.wait({self._looker})

    def _soon(self, saying: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(saying)
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _ask(self, run_id: str, word: int) -> None:
        try:
            meant = await self.store.write(partial(leave_word, run_id=run_id, word=word))
        except KasenError as error:
            LOGGER.warning("whoever drives run %s could not be asked to end it: %s", run_id, error)
            return
        if meant is not None and run_id in self._ends:
            self._words[run_id] = (word, meant)

    async def _ask_again(self, run_id: str, word: int, meant: int) -> None:
        """Whoever claimed the run meanwhile has not heard it; who continued it since is not meant."""
        with suppress(KasenError):  # the next look asks again
            now = await self.store.write(partial(leave_word, run_id=run_id, word=word, meant=meant))
            if now is None and self._words.get(run_id) == (word, meant):
                del self._words[run_id]

    async def _noted(self, run_id: str, job: Callable[[Connection], T]) -> T:
        noted = await self.store.write(job)
        self.store.notify(run_id)
        return noted

    def _hear(self, run_id: str, _events: Sequence[object] = ()) -> None:
        if run_id in self._ends:
            self._news.set()

    def _forget(self, run_id: str, end: asyncio.Future[None]) -> None:
        if self._ends.get(run_id) is end:
            del self._ends[run_id]
            self._words.pop(run_id, None)

    async def _look(self) -> None:
        while self._ends:
            self._news.clear()
            with suppress(StoreFailed):  # the next look may succeed
                self._tell(await self.store.read(self._stands))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK)

    def _stands(self, connection: Connection) -> dict[str, tuple[str, int]]:
        asked = list(self._ends)
        rows = connection.execute(STANDS, {"runs": asked}).all()
        return dict.fromkeys(asked, ("deleted", 0)) | {id: (status, word) for id, status, word in rows}

    def _tell(self, stands: dict[str, tuple[str, int]]) -> None:
        for run_id, (status, heard) in stands.items():
            end = self._ends.get(run_id)
            if end is None or end.done():
                continue
            if status not in ACTIVE:
                end.set_result(None)
            elif run_id in self._words and not heard:
                self._soon(self._ask_again(run_id, *self._words[run_id]))


def error_of(row: RunRow) -> KasenError:
    """What ended the attempt of a run, as its row says."""
    said = row.error or {}
    kind = getattr(errors, str(said.get("error")), None)
    if not (isinstance(kind, type) and issubclass(kind, KasenError)):
        kind = InternalError
    return kind(str(said.get("message") or f"run {row.id} is {row.status}"), hint=str(said.get("hint") or ""))


def _to_be_driven(connection: Connection, run_id: str, found: Sequence[str], options: Options | None = None) -> None:
    """Note that it is, from now on with these options if there are any, when its status is one of `found`."""
    values: dict[str, Any] = {"status": "created", "updated_at": timestamp(), "cancel_asked": 0}
    if options is not None:
        values["options"] = options.model_dump_json()
    connection.execute(update(RUNS).where(RUNS.c.id == run_id, RUNS.c.status.in_(found)).values(values))
