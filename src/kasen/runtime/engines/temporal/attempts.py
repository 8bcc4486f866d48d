"""What a worker does with a run that it is given: one attempt, from the claim to an end, a pause or a failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from temporalio import activity
from temporalio.exceptions import ApplicationError

from kasen.errors import OtherVersion, RunBusy, Stopped, StoreFailed, UnknownName
from kasen.runtime.drive import Drive
from kasen.runtime.engines.embedded.left import give_up
from kasen.runtime.engines.temporal.order import ATTEMPT, Ended, Order
from kasen.runtime.engines.temporal.standing import DEATHS, standing_of
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
OTHER_VERSION = 30
"""Times that a run is given to workers which have another version of its team; then it has failed."""
LETS_GO_S = 1.0
"""Seconds that a worker which has lost a run gets to let go of it; then the fence alone keeps it off."""


class Attempts:
    """Drives the runs of one worker. `at_work` are those it is at."""

    def __init__(self, store: Store, host: Host, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._host = host
        self._now = now
        self._opening = asyncio.Semaphore(OPENING)
        self._words = Words(store)
        self.at_work: set[str] = set()

    @activity.defn(name=ATTEMPT)
    async def attempt(self, order: Order) -> Ended:
        """Drive a run that is to be driven; of any other only say how it stands.

        Raises ApplicationError when another worker is to go on: this one ends, or the database is away.
        """
        beating = asyncio.create_task(_beat(order.heartbeat_s / BEATS))
        try:
            return await self._attempt(order)
        except StoreFailed as error:
            raise _again(error, LATER) from error
        finally:
            beating.cancel()

    def end_now(self) -> None:
        """End every attempt at once; what is in flight is done again by who goes on."""
        self._words.end_now()

    async def _attempt(self, order: Order) -> Ended:
        try:
            stands = await standing_of(self._store, order.run_id, self._now())
        except UnknownName:
            return Ended("deleted")
        if not stands.is_to_be_driven:
            return Ended(stands.row.status, stands.wait_s)
        async with self._owned(order.run_id):
            if stands.deaths >= DEATHS:
                said = f"{stands.deaths} attempts in a row ended with their worker before they had done anything"
                return await self._given_up(order, said)
            drive = Drive(self._store, self._host, stands.row, wait=False, opening=self._opening)
            if stands.word:
                self._words.tell(drive, stands.word)
            return await self._drive(order, drive)

    async def _drive(self, order: Order, drive: Drive) -> Ended:
        self.at_work.add(order.run_id)
        work = asyncio.create_task(drive(), name=f"run {order.run_id}")
        try:
            with self._words.heard(order.run_id, drive, work):
                await _until_told(work, drive)
        finally:
            self.at_work.discard(order.run_id)
        error = None if work.cancelled() else work.exception()
        if isinstance(error, OtherVersion | UnknownName):
            if activity.info().attempt < OTHER_VERSION:
                raise _again(error, LATER)
            return await self._given_up(order, str(error))
        stands = await standing_of(self._store, order.run_id, self._now())
        if stands.row.status in ACTIVE:  # nobody ended it: this worker does
            ended = error or Stopped("the worker ends")
            raise _again(ended, AT_ONCE if isinstance(ended, Stopped) else SOON)
        self._tell(stands.row)
        return Ended(stands.row.status, stands.wait_s)

    async def _given_up(self, order: Order, said: str) -> Ended:
        await give_up(self._store, order.run_id, said)
        row = await self._store.run(order.run_id)
        self._tell(row)
        return Ended(row.status)

    def _tell(self, row: RunRow) -> None:
        if self._host.notices is not None and row.status != "interrupted":
            self._host.notices.tell(self._store, row)

    @asynccontextmanager
    async def _owned(self, run_id: str) -> AsyncGenerator[None]:
        """Own the run, when nobody else does. A worker that lost it and does not let go is kept off by the fence."""
        release: Release | None = None
        tries = activity.info().attempt
        until = asyncio.get_running_loop().time() + LETS_GO_S
        while release is None:
            try:
                release = await self._store.owners.take(run_id)
            except RunBusy as busy:
                if activity.is_worker_shutdown():
                    raise _again(busy, AT_ONCE) from busy
                if tries > 1 and asyncio.get_running_loop().time() > until:
                    LOGGER.warning("run %s is held by a worker that is not heard of any more; it is taken", run_id)
                    break
                await asyncio.sleep(SOON.total_seconds() / 5)
        try:
            yield
        finally:
            if release is not None:
                release()


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


def _again(error: BaseException, delay: timedelta) -> ApplicationError:
    return ApplicationError(str(error), type=type(error).__name__, next_retry_delay=delay)
