"""Starting, watching, answering, cancelling and continuing runs, embedded in this process over SQLite."""

from __future__ import annotations

import asyncio
import gc
import shutil
from collections.abc import AsyncIterator
from contextlib import ExitStack, aclosing
from functools import partial
from typing import TYPE_CHECKING, Any

from kasen.errors import Fenced, Stopped, StoreFailed, UnknownName, UsageError
from kasen.runtime import approvals, artifacts, follow_up
from kasen.runtime.events import EVENT
from kasen.runtime.feed import Feed
from kasen.runtime.lock import LOCK, is_owned, owned
from kasen.runtime.nested import ALIVE, children
from kasen.runtime.request import language_of, look_at_the_door, parse_request, title_of
from kasen.runtime.rows import RESUMABLE, ApprovalRow, Options, RunRow

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import BaseModel

    from kasen.runtime.drive import Drive
    from kasen.runtime.events import Event
    from kasen.runtime.host import Host
    from kasen.runtime.store import Store
    from kasen.team import Team

GC = (10_000, 20, 100)
"""Thresholds of the garbage collector once runs are driven. With Python's own it looked through everything that lives
several times a second when 50 runs emitted events, and held them all for 200 ms: a tenth of the time."""
OPENING = 4
"""Attempts that may open at once: reading and compiling takes some ten milliseconds each, and a hundred runs started in
one instant would keep the writes of those at work waiting for all of it."""


class Runner:
    """The port that command line, server and library use. One per process and store."""

    def __init__(self, store: Store, host: Host) -> None:
        self.store = store
        self._host = host
        self._opening = asyncio.Semaphore(OPENING)
        self._driven: dict[str, tuple[Drive, asyncio.Task[RunRow]]] = {}
        self.feed = Feed(store, is_driven=self._drives)

    async def start(
        self,
        team: str,
        request: BaseModel | dict[str, Any],
        *,
        mode: str | None = None,
        options: Options | None = None,
        owner: str = "",
        wait: bool = False,
    ) -> str:
        """Record a run and begin to drive it in the background; returns its id.

        `options.continues` makes it a follow-up: what `request` does not say, mode and thread are those of that run,
        and after one that was local only it is local only too: it has the same documents.
        `owner` is whose run it is on a server of several people; runs of others cannot be gone on from.
        `wait` keeps the attempt alive through pauses; without it a pause ends the attempt.

        Raises:
            UnknownName: no such team, mode, node to pause before, or run to go on from.
            UsageError: the run to go on from is of another team or has no result.
            InputError: the request is not one of this team's, or names what is not there.
            ConfigurationError: something lacks that the run needs, or it is local only and a model of it is not.
        """
        loaded = self._host.load_team(team)
        options = await self._with_secrecy(options or Options(), owner)
        self._host.check(loaded, options)
        row = await self._create(loaded, request, mode, options, owner)
        self._drive(row, wait=wait)
        return row.id

    async def _with_secrecy(self, options: Options, owner: str) -> Options:
        """The options of a new run; one that follows a run that was local only is so as well. Raises UnknownName."""
        before = await self.store.run(options.continues) if options.continues and not options.replay_of else None
        if before is not None and before.owner != owner:
            raise UnknownName(f"there is no run `{options.continues}`", hint="`kasen runs list` shows them.")
        is_secret = options.local_only or (before is not None and before.options.local_only)
        return options.model_copy(update={"local_only": is_secret, "parent": ""})

    async def _create(
        self, team: Team, request: BaseModel | dict[str, Any], mode: str | None, options: Options, owner: str
    ) -> RunRow:
        """Record the run, and with a follow-up what it goes on from, in one transaction."""
        earlier, also = None, None
        if options.continues and options.replay_of:
            also = partial(follow_up.copy, replayed=options.replay_of)
        elif options.continues:
            earlier = await follow_up.earlier_run(self.store, team, options.continues)
            request, mode = follow_up.inherited(team, earlier, request), mode or earlier.mode
            also = partial(follow_up.record, earlier_id=earlier.id)
        parsed = parse_request(team, request, reads_files=not owner)
        if not options.replay_of:
            await asyncio.to_thread(look_at_the_door, parsed)
        chosen, why = team.mode_for(mode, parsed)
        lang = follow_up.language(earlier, parsed) if earlier else language_of(parsed)
        self._check_nodes(team, chosen, options)
        return await self.store.create(
            team=team.name,
            mode=chosen,
            title=title_of(parsed),
            lang=lang,
            request=parsed.model_dump(mode="json"),
            options=_with_reasons(options, earlier, why, lang),
            owner=owner,
            also=also,
        )

    def _check_nodes(self, team: Team, mode: str, options: Options | None) -> None:
        """Raises UnknownName for a pause before a node that the mode does not have."""
        if options is not None and options.interrupt_before:
            from kasen.runtime.before import check_names
            from kasen.runtime.drive import node_names

            check_names(options.interrupt_before, node_names(team.modes[mode]), mode)

    async def continue_(self, run_id: str, *, options: Options | None = None, wait: bool = False) -> str:
        """Carry on a run that paused, failed, was interrupted or died; returns its full id.

        Raises:
            RunBusy: it is being driven, here or by another process.
            UsageError: it is over.
            ConfigurationError: as for `start`.
        """
        row = await self.store.run(run_id)
        if row.status not in RESUMABLE:
            raise UsageError(f"run {row.id} is {row.status}; there is nothing to continue")
        self._check_nodes(self._host.load_team(row.team), row.mode, options)
        self._host.check(self._host.load_team(row.team), options or row.options)
        self._drive(row, options, wait=wait)
        return row.id

    async def wait(self, run_id: str) -> RunRow:
        """The run when its attempt here has ended. Raises what ended the attempt, if it failed."""
        if run_id not in self._driven:
            return await self.store.run(run_id)
        task = self._driven[run_id][1]
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled() or _is_being_cancelled():
                raise
            raise Stopped("stopped at once", hint=f"Continue with `kasen runs continue {run_id}`.") from None

    async def settled(self, run_id: str) -> None:
        """Until no attempt of this process is at the run, however it ends."""
        if run_id in self._driven:
            await asyncio.wait({self._driven[run_id][1]})

    def stop(self, run_id: str) -> None:
        """Ask the attempt to end after the step that is running."""
        if run_id in self._driven:
            self._driven[run_id][0].stop()

    async def kill(self, run_id: str) -> None:
        """End the attempt now; what is in flight is done again when the run is continued."""
        if run_id in self._driven:
            task = self._driven[run_id][1]
            task.cancel()
            await asyncio.wait({task})

    async def cancel(self, run_id: str) -> RunRow:
        """End a run for good, whoever drives it. Raises UsageError when it is over already."""
        row = await self.store.run(run_id)
        if row.status not in RESUMABLE:
            raise UsageError(f"run {row.id} is {row.status} already")
        while row.status in RESUMABLE:  # again when who drove it paused, failed or died meanwhile
            await self._cancel(row)
            row = await self.store.run(row.id)
        return row

    async def _cancel(self, row: RunRow) -> None:
        if self._drives(row.id):
            drive, task = self._driven[row.id]
            drive.cancel()
            await asyncio.wait({task})
        elif is_owned(self.store.folder(row.id)):
            await self.store.ask_cancel(row.id)
            async for _ in self.events(row.id, after=row.last_seq):
                pass
        else:
            self._drive(row, wait=False)
            self._driven[row.id][0].cancel()
            await self.wait(row.id)

    async def answer(self, run_id: str, approval: str, value: Any, *, by: str = "person") -> ApprovalRow:
        """Answer a pause; who drives the run sees it, else the next `continue_`. See `approvals.answer`.

        Raises UsageError when the run is over.
        """
        row = await self.store.run(run_id)
        if row.status not in RESUMABLE:
            raise UsageError(f"run {row.id} is {row.status}; it waits for no answer")
        return await approvals.answer(self.store, row.id, approval, value, by=by)

    async def state(self, run_id: str) -> dict[str, Any]:
        """What the nodes of a run have written so far, as JSON: its state at the last checkpoint."""
        from kasen.runtime.drive import state_of

        row = await self.store.run(run_id)
        return await state_of(self.store, self._host.load_team(row.team), row)

    async def delete(self, run_id: str) -> RunRow:
        """Wipe a run with those it asked other teams for: rows, checkpoints, evidence, artifacts, logs.

        Files go first: killed in between, the run is still listed and can be deleted again.

        Raises:
            RunBusy: it is being driven.
            UsageError: a run that is not over asked for it.
            StoreFailed: a file cannot be deleted.
        """
        row = await self.store.run(run_id)
        await self._check_parent(row)
        with owned(self.store.folder(row.id), row.id):
            for child in await children(self.store, row.id):
                with owned(self.store.folder(child.id), child.id):
                    await self._wipe(child)
            await self._wipe(row)
        return row

    async def _check_parent(self, row: RunRow) -> None:
        """Raises UsageError while the run that asked for this one may want it yet."""
        if not row.options.parent:
            return
        try:
            parent = await self.store.run(row.options.parent)
        except UnknownName:
            return
        if parent.status in ALIVE:
            raise UsageError(
                f"run {row.id} belongs to run {parent.id}, which is {parent.status}",
                hint=f"Delete both: `kasen runs delete {parent.id}`.",
            )

    async def _wipe(self, row: RunRow) -> None:
        from kasen.runtime.drive import leave

        folder = self.store.folder(row.id)
        await leave(self._host.load_team(row.team), folder, gone=True)
        await artifacts.wipe(self.store, row)
        await asyncio.to_thread(_wipe, folder)
        await self.store.delete(row.id)
        self.store.notify(row.id)
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

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
        """The runs that attempts of this process are at, without those that these ask other teams for."""
        return frozenset(filter(self._drives, self._driven))

    def _drives(self, run_id: str) -> bool:
        return run_id in self._driven and not self._driven[run_id][1].done()

    def _drive(self, row: RunRow, options: Options | None = None, *, wait: bool) -> None:
        """Own the run and drive it in a task. Raises RunBusy."""
        from kasen.runtime.drive import Drive

        if gc.get_freeze_count() == 0:  # what is imported stays; to look through it holds every run for some 80 ms
            gc.freeze()
            gc.set_threshold(*GC)

        ownership = ExitStack()
        ownership.enter_context(owned(self.store.folder(row.id), row.id))
        drive = Drive(self.store, self._host, row, wait=wait, opening=self._opening)
        task = asyncio.create_task(drive(options), name=f"run {row.id}")
        self._driven[row.id] = (drive, task)
        task.add_done_callback(lambda done: self._over(row, done, ownership))

    def _over(self, row: RunRow, task: asyncio.Task[RunRow], ownership: ExitStack) -> None:
        ownership.close()
        if task.cancelled() or task.exception() is None:  # a failure is kept for whoever waits for it
            self._driven.pop(row.id, None)
        self.store.notify(row.id)
        if self._host.notices is not None and (ended := _ended(row, task)) is not None:
            self._host.notices.tell(self.store, ended)

    async def close(self, *, grace_s: float = 10.0) -> None:
        """Stop every attempt after its step; kill what takes longer than `grace_s`. Then every stream ends.

        Notices that are under way get what is left of that time.
        """
        end = asyncio.get_running_loop().time() + grace_s
        tasks = [task for _, task in self._driven.values()]
        for drive, _ in list(self._driven.values()):
            drive.stop()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace_s)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)
        await self.feed.close()
        if self._host.notices is not None:
            await self._host.notices.close(max(0.0, end - asyncio.get_running_loop().time()))


def _ended(row: RunRow, task: asyncio.Task[RunRow]) -> RunRow | None:
    """The run as its attempt left it; None for one that was interrupted, or that another attempt has taken."""
    error = None if task.cancelled() else task.exception()
    if task.cancelled() or isinstance(error, Stopped | Fenced):
        return None
    return task.result() if error is None else row.model_copy(update={"status": "failed"})


def _with_reasons(options: Options, earlier: RunRow | None, why: str, lang: str) -> Options:
    """The options of a new run with why its mode is what it is, and the thread that a follow-up belongs to."""
    chosen = why and (why if why.startswith(("auto", "自動")) else f"{'自動：' if lang == 'ja' else 'auto: '}{why}")
    if earlier is None:
        return options.model_copy(update={"mode_why": chosen})
    reasons = [follow_up.why(earlier, lang), chosen]
    thread = options.thread or earlier.options.thread
    update = {"continues": earlier.id, "thread": thread, "mode_why": "; ".join(filter(None, reasons))}
    return options.model_copy(update=update)


def _wipe(folder: Path) -> None:
    """Delete what a run's folder holds, the lock that we own apart."""
    try:
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != LOCK:
                path.unlink()
    except OSError as error:
        raise StoreFailed(f"`{error.filename or folder}` cannot be deleted: {error.strerror or error}") from error


async def _sleep_until(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
