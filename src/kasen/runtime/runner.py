"""Starting, watching, answering, cancelling and continuing runs: driven in this process, or handed over to others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, NamedTuple

from kasen.errors import RunBusy, UsageError
from kasen.runtime import approvals
from kasen.runtime.cancels import LOOK
from kasen.runtime.deleting import delete
from kasen.runtime.driven import Driven
from kasen.runtime.engines.asked import STOP, STOP_NOW
from kasen.runtime.engines.embedded.left import await_turn
from kasen.runtime.engines.embedded.steady import make_steady
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.engines.handed import KILL_S, Handed, Handing
from kasen.runtime.engines.port import Dispatch, check_may_be_handed
from kasen.runtime.events import EVENT
from kasen.runtime.feed import Feed
from kasen.runtime.owners import Release
from kasen.runtime.recording import check_nodes, record, with_secrecy
from kasen.runtime.rows import RESUMABLE, ApprovalRow, Options, RunRow
from kasen.runtime.versions import require

if TYPE_CHECKING:
    from pydantic import BaseModel

    from kasen.knowledge.bases import Bases
    from kasen.runtime.drive import Drive
    from kasen.runtime.events import Event
    from kasen.runtime.host import Host
    from kasen.runtime.store import Store
    from kasen.team import Team

OPENING = 8
"""Attempts that may open at once: reading and compiling takes some ten milliseconds each, and a hundred runs started in
one instant would keep the writes of those at work waiting for all of it."""


class _How(NamedTuple):
    """How an attempt begins; see `Runner.continue_`. `cancelled`: only to end the run for good."""

    options: Options | None = None
    wait: bool = False
    after_s: float = 0.0
    only: Collection[str] | None = None
    cancelled: bool = False


class Runner:
    """The port that command line, server and library use. One per process and store.

    `turns` are the places for attempts; runs that find none wait. `serves`: runs that are at work or wait when this
    process ends are to be carried on by the next server, as nobody asked that they stop. With a `dispatch` nothing is
    driven here: it finds processes for the runs, which this one follows. `bases`: owner → their knowledge bases, in
    which those are looked for that a request names; None: nobody looks before the run does.
    """

    def __init__(
        self,
        store: Store,
        host: Host,
        dispatch: Dispatch | None = None,
        *,
        turns: Turns | None = None,
        serves: bool = False,
        bases: Callable[[str], Bases] | None = None,
    ) -> None:
        self.store = store
        self.turns = turns or Turns()
        self.serves = serves
        self._host = host
        self._bases = bases
        self._opening = asyncio.Semaphore(OPENING)
        self._driven = Driven()
        self.handing = Handing(store, dispatch) if dispatch is not None else None
        self.feed = Feed(store, is_driven=self._driven.is_at if dispatch is None else lambda _run_id: False)

    async def start(
        self,
        team: str,
        request: BaseModel | dict[str, Any],
        *,
        mode: str | None = None,
        options: Options | None = None,
        owner: str = "",
        wait: bool = False,
        run_id: str = "",
    ) -> str:
        """Record a run and begin to drive it in the background, when it is its turn; returns its id.

        `options.continues` makes it a follow-up: what `request` does not say, mode and thread are those of that run,
        and after one that was local only it is local only too: it has the same documents.
        `owner` is whose run it is on a server of several people; runs of others cannot be gone on from.
        `wait` keeps the attempt alive through pauses; without it a pause ends the attempt. While it waits for a person
        it has no place.
        `run_id` is the id that it gets (`new_run_id`), where whoever starts it has to know that before.

        Raises:
            UnknownName: no such team, mode, knowledge base, node to pause before, or run to go on from.
            UsageError: the run to go on from is of another team or has no result.
            InputError: the request is not one of this team's, or names what is not there.
            ConfigurationError: something lacks that the run needs, or it is local only and a model of it is not.
        """
        loaded = self._host.load_team(team)
        options = await with_secrecy(self.store, options or Options(), owner)
        self._check(loaded, options)
        asked: dict[str, Any] = {"mode": mode, "options": options, "owner": owner, "run_id": run_id}
        row = await record(self.store, loaded, request, **asked, bases=self._bases)
        await self._drive(row, _How(wait=wait))
        return row.id

    async def continue_(
        self,
        run_id: str,
        *,
        options: Options | None = None,
        wait: bool = False,
        after_s: float = 0.0,
        only: Collection[str] | None = None,
    ) -> str:
        """Carry on a run that paused, failed, was interrupted or died, when it is its turn; returns its full id.

        It is not in line before `after_s` seconds. `only`: no person said so; it is left as it is when it stands as
        none of these by then, and that it is to be cancelled counts, which a person who continues it takes back.

        Raises:
            RunBusy: it is being driven, here or by another process.
            UsageError: it is over, or stands as none of `only`.
            OtherVersion: it was begun with another version of its team, from which no way leads here.
            ConfigurationError: as for `start`.
        """
        row = await self.store.run(run_id)
        if row.status not in (RESUMABLE if only is None else only):
            if self.handing is not None and options is None:  # a worker was that quick, after an answer
                return row.id
            raise UsageError(f"run {row.id} is {row.status}; there is nothing to continue")
        team = self._host.load_team(row.team)
        require(team, row)
        check_nodes(team, row.mode, options)
        self._check(team, options or row.options)
        await self._drive(row, _How(options, wait, after_s, only))
        return row.id

    def _check(self, team: Team, options: Options) -> None:
        self._host.check(team, options)
        if self.handing is not None:
            check_may_be_handed(team)

    async def wait(self, run_id: str) -> RunRow:
        """The run when its attempt here has ended. Raises what ended the attempt, if it failed."""
        return await self._driven.ended(run_id) or await self.store.run(run_id)

    async def settled(self, run_id: str) -> None:
        """Until no attempt of this process is at the run, however it ends."""
        if (driven := self._driven.at(run_id)) is not None:
            await asyncio.wait({driven[1]})

    def stop(self, run_id: str) -> None:
        """Ask the attempt to end after the step that is running; one that waits for its turn ends at once."""
        if (driven := self._driven.at(run_id)) is not None:
            driven[0].stop()
            self.turns.first(run_id)
        elif self.handing is not None:
            self.handing.say(run_id, STOP)

    async def kill(self, run_id: str) -> None:
        """End the attempt now; what is in flight is done again when the run is continued."""
        if (driven := self._driven.at(run_id)) is not None:
            task = driven[1]
            if self.handing is not None:
                self.handing.say(run_id, STOP_NOW)
                await asyncio.wait({task}, timeout=KILL_S)
                task.cancel()
            elif run_id in self.turns.waiting:
                self.stop(run_id)
            else:
                task.cancel()
            await asyncio.wait({task})

    async def cancel(self, run_id: str) -> RunRow:
        """End a run for good, whoever drives it. Raises UsageError when it is over already."""
        row = await self.store.run(run_id)
        if row.status not in RESUMABLE:
            raise UsageError(f"run {row.id} is {row.status} already")
        while row.status in RESUMABLE:  # again when who drove it paused, failed or died meanwhile
            try:
                await self._cancel(row)
            except RunBusy:  # somebody took it in that moment
                await asyncio.sleep(LOOK)
            row = await self.store.run(row.id)
        return row

    async def _cancel(self, row: RunRow) -> None:
        if self.handing is not None and await self.handing.is_driven(row.id):
            await self.handing.cancelled_by_driver(row.id)
        elif self.handing is not None:
            await self._drive_here(row, _How(cancelled=True))
            await self.wait(row.id)
            await self.handing.dispatch.submit(row.id, row.owner)  # whoever waits for word of it has it
        elif self._driven.is_at(row.id) and (driven := self._driven.at(row.id)) is not None:
            driven[0].cancel()
            self.turns.first(row.id)
            await asyncio.wait({driven[1]})
        elif await self.store.is_owned(row.id):
            await self.store.ask_cancel(row.id)
            await asyncio.sleep(LOOK)
        else:
            await self._drive_here(row, _How(cancelled=True))
            await self.wait(row.id)

    async def answer(
        self, run_id: str, approval: str, value: Any, *, by: str = "person", go_on: bool = False
    ) -> ApprovalRow:
        """Answer a pause; who drives the run sees it, else the next `continue_`. See `approvals.answer`.

        `go_on`: the caller continues the run next; should it die before, a server does.

        Raises UsageError when the run is over.
        """
        row = await self.store.run(run_id)
        if row.status not in RESUMABLE:
            raise UsageError(f"run {row.id} is {row.status}; it waits for no answer")
        go_on = go_on and self.handing is None
        answered = await approvals.answer(self.store, row.id, approval, value, by=by, go_on=go_on)
        if self.handing is not None:
            await self.handing.answered(row)
        return answered

    async def state(self, run_id: str) -> dict[str, Any]:
        """What the nodes of a run have written so far, as JSON: its state at the last checkpoint."""
        from kasen.runtime.drive import state_of

        row = await self.store.run(run_id)
        return await state_of(self.store, self._host.load_team(row.team), row)

    async def delete(self, run_id: str) -> RunRow:
        """Wipe a run and those it asked other teams for; see `deleting.delete`."""
        return await delete(self.store, self._host.load_team, run_id)

    async def events(self, run_id: str, *, after: int = 0, follow: bool = True) -> AsyncIterator[Event]:
        """Events above `after`, then, with `follow`, those to come until the attempt ends or the run pauses."""
        if follow:
            async with aclosing(self.feed.follow(run_id, after=after)) as stored:
                async for one in stored:
                    yield EVENT.validate_json(one.body)
        while not follow and (page := await self.store.events(run_id, after=after)):
            for event in page:
                after = event.seq
                yield event

    @property
    def driven(self) -> frozenset[str]:
        """The runs that this process is at, those that wait for their turn with them.

        Without those that these ask other teams for.
        """
        return self._driven.at_work

    async def _drive(self, row: RunRow, how: _How) -> None:
        """Own the run and drive it in a task, when it is its turn, or hand it over. Raises RunBusy."""
        if self.handing is None:
            await self._drive_here(row, how)
            return
        await self.handing.hand_over(row, how.options)
        if not self._driven.is_at(row.id):
            handed = Handed(self.handing, row)
            task = asyncio.create_task(handed(), name=f"handed {row.id}")
            self._driven.add(row.id, handed, task)
            task.add_done_callback(lambda done: self._followed(row.id, done))

    async def _drive_here(self, row: RunRow, how: _How) -> None:
        from kasen.runtime.drive import Drive

        make_steady()
        release = await self.store.owners.take(row.id)
        if row.cancel_asked and how.only is None and not how.cancelled:
            await self._withdraw_cancel(row.id, release)
        only = RESUMABLE if how.only is None else how.only
        drive = Drive(self.store, self._host, row, opening=self._opening, only=only)
        task = asyncio.create_task(self._in_turn(drive, row, how), name=f"run {row.id}")
        self._driven.add(row.id, drive, task)
        task.add_done_callback(lambda done: self._over(row, drive, done, release))
        if how.cancelled:
            drive.cancel()
        await asyncio.sleep(0)  # it has its place, or is in line, before anybody counts

    async def _withdraw_cancel(self, run_id: str, release: Release) -> None:
        """Whoever asked for it is gone, and a person said since that the run is to go on."""
        try:
            await self.store.ask_cancel(run_id, withdraw=True)
        except BaseException:
            release()
            raise

    def _followed(self, run_id: str, task: asyncio.Task[RunRow]) -> None:
        self._driven.let_go(run_id, task)
        self.store.notify(run_id)

    async def _in_turn(self, drive: Drive, row: RunRow, how: _How) -> RunRow:
        """Drive when there is a place. Whoever asked that a run ends is heard while it waits, from wherever."""

        def cancel() -> None:
            drive.cancel()
            self.turns.first(row.id)

        async def waits() -> None:
            if row.status != "created" or how.options is not None:
                await await_turn(self.store, row.id, how.options, only=drive.only)
                self.store.notify(row.id)

        with self.store.cancels.heard(row.id, cancel):
            async with self.turns.turn(row.id, row.owner, waits=waits, after_s=how.after_s) as place:
                return await drive(how.options, outlives=place if how.wait else None)

    def _over(self, row: RunRow, drive: Drive, task: asyncio.Task[RunRow], release: Release) -> None:
        release()
        self._driven.let_go(row.id, task)
        self.store.notify(row.id)
        if self._host.notices is not None and (ended := _ended(row, drive, task)) is not None:
            self._host.notices.tell(self.store, ended)

    async def close(self, *, grace_s: float = 10.0) -> None:
        """Stop every attempt after its step; kill what takes longer than `grace_s`. Then every stream ends.

        Runs that wait keep their turn where the process `serves`, else they are interrupted. Notices that are under way
        get what is left of that time.
        """
        end = asyncio.get_running_loop().time() + grace_s
        if self.handing is not None:
            await self.handing.close()
        attempts = self._driven.attempts
        tasks = [task for _, task in attempts]
        for drive, _ in attempts:
            drive.stop(keeps_turn=self.serves)
        if self.serves:
            self.turns.close()
        for run_id in self.turns.waiting:
            self.turns.first(run_id)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace_s)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)
        await self.feed.close()
        if self._host.notices is not None:
            await self._host.notices.close(max(0.0, end - asyncio.get_running_loop().time()))


def _ended(row: RunRow, drive: Drive, task: asyncio.Task[RunRow]) -> RunRow | None:
    """The run as its attempt left it; None for one that came to no end, or not by this attempt."""
    if drive.has_failed:
        return row.model_copy(update={"status": "failed"})
    return None if task.cancelled() or task.exception() is not None else task.result()
