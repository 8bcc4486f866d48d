"""What a worker does with a run that it is given: one attempt, from the claim to an end, a pause or a failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from temporalio import activity
from temporalio.exceptions import ApplicationError, ApplicationErrorCategory

from kasen.errors import Fenced, KasenError, RunBusy, Stopped, StoreFailed, UnknownName
from kasen.runtime.drive import Drive
from kasen.runtime.engines.embedded.left import give_up
from kasen.runtime.engines.stuck import SupersedingOwners
from kasen.runtime.engines.temporal.lost import is_lost
from kasen.runtime.engines.temporal.order import ATTEMPT, Ended, Order
from kasen.runtime.engines.temporal.standing import DEATHS, Standing, standing_of
from kasen.runtime.engines.temporal.words import Words
from kasen.runtime.logs import LOGGER
from kasen.runtime.rows import ACTIVE, RunRow

if TYPE_CHECKING:
    from kasen.runtime.host import Host
    from kasen.runtime.owners import Release
    from kasen.runtime.store import Store

OPENING = 8
"""Attempts that may open at once; see `runner.OPENING`."""
BEATS = 4
"""Heartbeats in the time after which a worker without any has lost its run."""
AT_ONCE = timedelta(milliseconds=1)
SOON = timedelta(seconds=0.5)
LATER = timedelta(seconds=5)
REFUSALS = 30
"""Times that a run is given to workers which cannot take it up, each with another version of its team or none that can
be loaded; then it has failed."""
LETS_GO_S = 1.0
"""Seconds that a worker which has lost a run gets to let go of it; then it is taken from it."""
THE_DATABASE = ""
"""Whose trouble is said once for all runs."""


class Attempts:
    """Drives the runs of one worker. `at_work` are those it is at.

    From then on `store.owners` takes runs from workers that are stuck.
    """

    def __init__(self, store: Store, host: Host, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._host = host
        self._now = now
        self._opening = asyncio.Semaphore(OPENING)
        self._words = Words(store)
        self._owners = store.owners = SupersedingOwners(store)
        self._said: dict[str, str] = {}
        self.at_work: set[str] = set()

    @activity.defn(name=ATTEMPT)
    async def attempt(self, order: Order) -> Ended:
        """Drive a run that is to be driven; of any other only say how it stands.

        Raises ApplicationError when another worker is to go on: this one ends, cannot take the run up, or the database
        is away.
        """
        beating = asyncio.create_task(_beat(order.heartbeat_s / BEATS))
        try:
            ended = await self._attempt(order)
        except StoreFailed as error:
            self._say_once(THE_DATABASE, f"runs wait until the database is back: {error}")
            raise _again(error, LATER) from error
        except ApplicationError:
            raise
        except Exception as error:  # the edge of the worker: it cannot even read how the run stands, another may
            self._say_once(order.run_id, f"run {order.run_id} cannot be read here: {_said(error)}")
            raise _again(error, LATER) from error
        finally:
            beating.cancel()
        self._said.pop(order.run_id, None)
        self._said.pop(THE_DATABASE, None)
        return ended

    def end_now(self) -> None:
        """End every attempt at once; what is in flight is done again by who goes on."""
        self._words.end_now()

    async def _attempt(self, order: Order) -> Ended:
        stands = await self._stands(order)
        if stands is None or not stands.is_to_be_driven:
            return _ended(stands)
        async with self._owned(order.run_id):
            stands = await self._stands(order)  # whoever had it may have ended it, and others may have asked something
            if stands is None or not stands.is_to_be_driven:
                return _ended(stands)
            if stands.deaths >= DEATHS:
                said = f"{stands.deaths} attempts in a row ended with their worker before they had done anything"
                return await self._given_up(order, said)
            drive = Drive(self._store, self._host, stands.row, opening=self._opening)
            if stands.word:
                self._words.tell(drive, stands.word)
            return await self._drive(order, drive, stands.row.fence)

    async def _stands(self, order: Order) -> Standing | None:
        """How the run stands; None when there is none any more."""
        try:
            return await standing_of(self._store, order.run_id, self._now())
        except UnknownName:
            return None

    async def _drive(self, order: Order, drive: Drive, fence: int) -> Ended:
        self.at_work.add(order.run_id)
        work = asyncio.create_task(drive(), name=f"run {order.run_id}")
        try:
            with self._words.heard(order.run_id, drive, work):
                await _until_told(work, drive)
        finally:
            self.at_work.discard(order.run_id)
        error = (None if work.cancelled() else work.exception()) or Stopped("the worker ends")
        stands = await self._stands(order)
        if stands is None or stands.row.status not in ACTIVE:
            if stands is not None:
                self._tell(stands.row)
            return _ended(stands)
        if isinstance(error, Stopped):  # nobody ended the run: this worker does
            raise _again(error, AT_ONCE)
        if stands.row.fence == fence and not isinstance(error, StoreFailed):
            return await self._refused(order, error)
        if not isinstance(error, Fenced):  # how it ended could not be written down
            self._say_once(order.run_id, f"run {order.run_id} goes to another worker: {_said(error)}")
        raise _again(error, SOON)

    async def _refused(self, order: Order, error: BaseException) -> Ended:
        """Another worker may be able to take the run up; when none is, it has failed."""
        self._say_once(order.run_id, f"run {order.run_id} cannot be taken up here: {_said(error)}")
        if activity.info().attempt < REFUSALS:
            raise _again(error, LATER) from error
        return await self._given_up(order, _said(error))

    async def _given_up(self, order: Order, said: str) -> Ended:
        await give_up(self._store, order.run_id, said)
        self._say_once(order.run_id, f"run {order.run_id} has failed: {said}")
        stands = await self._stands(order)
        if stands is not None:
            self._tell(stands.row)
        return _ended(stands)

    def _tell(self, row: RunRow) -> None:
        if self._host.notices is not None and row.status != "interrupted":
            self._host.notices.tell(self._store, row)

    def _say_once(self, whose: str, line: str) -> None:
        if self._said.get(whose) != line:
            self._said[whose] = line
            LOGGER.warning("%s", line)

    @asynccontextmanager
    async def _owned(self, run_id: str) -> AsyncGenerator[None]:
        """Own the run, when nobody else does. A worker that lost it and does not let go is kept off by the fence."""
        release = await self._taken(run_id)
        try:
            yield
        finally:
            if release is not None:
                release()

    async def _taken(self, run_id: str) -> Release | None:
        """What gives the run back; None where who has lost it cannot even be made to let go."""
        clock, superseded = asyncio.get_running_loop().time, False
        until = clock() + LETS_GO_S
        while True:
            try:
                return await self._owners.take(run_id)
            except RunBusy as busy:
                if activity.is_worker_shutdown():
                    raise _again(busy, AT_ONCE) from busy
            if clock() > until:
                until = clock() + LETS_GO_S
                if run_id not in self.at_work and await is_lost():
                    if superseded:
                        return None
                    LOGGER.warning("run %s is held by a worker that is not heard of any more; it is taken", run_id)
                    await self._owners.supersede(run_id)
                    superseded = True
            await asyncio.sleep(SOON.total_seconds() / 5)


async def _until_told(work: asyncio.Task[RunRow], drive: Drive) -> None:
    """Until the attempt has ended; when its worker ends it is asked to, and when that takes too long it is ended."""
    ending = asyncio.create_task(activity.wait_for_worker_shutdown())
    try:
        await asyncio.wait({work, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            drive.stop(keeps_turn=True)
            await asyncio.wait({work})
    except asyncio.CancelledError:
        why = activity.cancellation_details()
        if why is not None and why.cancel_requested:
            drive.cancel()
        else:  # the run was lost to another worker, or this one ends: what is in flight is done again
            drive.stop(keeps_turn=True)
            work.cancel()
        await asyncio.wait({work})
    finally:
        ending.cancel()


async def _beat(every_s: float) -> None:
    """From the event loop: one that is stuck is not heard of, and another worker goes on."""
    while True:
        activity.heartbeat()
        await asyncio.sleep(every_s)


def _ended(stands: Standing | None) -> Ended:
    return Ended("deleted") if stands is None else Ended(stands.row.status, stands.wait_s)


def _said(error: BaseException) -> str:
    return str(error) if isinstance(error, KasenError) else f"{type(error).__name__}: {error}"


def _again(error: BaseException, delay: timedelta) -> ApplicationError:
    """Said in our words, once; Temporal's own would be a traceback for each try."""
    quiet = ApplicationErrorCategory.BENIGN
    return ApplicationError(_said(error), type=type(error).__name__, next_retry_delay=delay, category=quiet)
