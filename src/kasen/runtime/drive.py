"""Driving one attempt of a run: from the claim to a result, a pause, or an error that can be continued from."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
from langgraph.errors import GraphDrained, GraphRecursionError
from langgraph.runtime import RunControl
from langgraph.types import Command, Interrupt
from sqlalchemy import Connection, select

from kasen.errors import Fenced, InternalError, KasenError, StepsSpent, Stopped
from kasen.runtime import closing, follow_up
from kasen.runtime.appending import append
from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.anew import ALONE, begin_anew, words
from kasen.runtime.host import Host, build_deps, warn_once
from kasen.runtime.insisting import to_its_end
from kasen.runtime.ledger import BUDGET, figures, rewind
from kasen.runtime.limits import NOTHING, RunMeter, is_raised, spent_so_far
from kasen.runtime.local_only import untraced
from kasen.runtime.logs import LOGGER, run_log
from kasen.runtime.modes import built_of, compiled_of
from kasen.runtime.nested import Nested, cancel_children
from kasen.runtime.node import DRIVING
from kasen.runtime.pauses import Outlived, Pauses
from kasen.runtime.postgres import has_gone_away
from kasen.runtime.request import parse_request
from kasen.runtime.rows import OVER, RESUMABLE, Options, RunRow
from kasen.runtime.run_rows import end
from kasen.runtime.state_rewriting import bring_over, values_of
from kasen.runtime.store import Store
from kasen.runtime.tables import RECEIPTS
from kasen.runtime.tracing import span_of_attempt
from kasen.runtime.versions import require
from kasen.team import DONE, load_object

if TYPE_CHECKING:
    from kasen.runtime.engines.embedded.turns import Place
    from kasen.team import Earlier, Team

BUDGET_STOPPED = "stopped: budget"


class Drive:
    """One attempt, by who owns the run. `await drive()` returns the run when the attempt ends: over, or paused.

    It begins only where the run stands as one of `only`. `has_failed` says whether its failure was noted. When a
    database that machines share has gone away, nothing can be: the run stays at work, for whoever is there when the
    database is back.

    Raises:
        UsageError: the run is over, or stands as none of `only`.
        OtherVersion: it was begun with another version of its team, from which no way leads here; nothing is changed.
        KasenError: what ended the attempt; the run is `failed` or `interrupted` and can be continued.
    """

    def __init__(
        self,
        store: Store,
        host: Host,
        row: RunRow,
        *,
        opening: asyncio.Semaphore | None = None,
        within: RunMeter | None = None,
        only: Collection[str] = RESUMABLE,
    ) -> None:
        self._store = store
        self._opening = opening or asyncio.Semaphore()
        self._opened = AsyncExitStack()
        self._host = host
        self._row = row
        self._place: Place | None = None
        self.only = only
        self.has_failed = False
        self._control = RunControl()
        self._cancelled = False
        self._keeps_turn = False
        self._last: RunRow | None = None
        self._within = within
        self._nested: Nested | None = None
        self._work: asyncio.Task[str] | None = None

    def stop(self, *, keeps_turn: bool = False) -> None:
        """End after the nodes that are running now; what they finish is kept.

        `keeps_turn`: nobody asked that the run stops; it waits for the next process that serves.
        """
        self._keeps_turn = keeps_turn
        self._control.request_drain("stop")
        if self._nested is not None:
            self._nested.stop()

    def cancel(self) -> None:
        """End the run for good, now."""
        self._cancelled = True
        if self._work is not None:
            self._work.cancel()

    async def __call__(self, options: Options | None = None, *, outlives: Place | None = None) -> RunRow:
        """Claim the run and drive it; what runs already comes first.

        With `outlives` a pause does not end the attempt: while it waits for a person it gives that place back.
        """
        self._place = outlives
        folder = self._store.folder(self._row.id)
        async with self._opened:
            await self._opened.enter_async_context(self._opening)
            return await self._drive(folder, options)

    async def _drive(self, folder: Path, options: Options | None) -> RunRow:
        if not self._cancelled:
            require(self._host.load_team(self._row.team), self._row)
        with run_log(folder, self._store.redact):
            self._row = await self._store.claimed(self._row.id, options, only=self.only)
            self._cancelled |= self._row.cancel_asked
            fence = self._row.fence
            attempt = Attempt(self._store, self._row.id, fence, is_first=fence == 1, tells_end=True)
            try:
                with span_of_attempt(self._host.tracer, self._row):
                    status = await self._attempt(attempt)
            except Fenced:
                raise
            except (KasenError, asyncio.CancelledError) as error:
                await to_its_end(self._failed(attempt, error))
                raise
            except Exception as error:  # the edge of the worker: whatever a node raised ends the attempt, said once
                LOGGER.exception("attempt failed")
                named = InternalError(
                    f"run {self._row.id} failed: {type(error).__name__}: {error}",
                    hint=f"What it finished is kept: `kasen runs continue {self._row.id}`.",
                )
                named.__cause__ = error
                await to_its_end(self._failed(attempt, named))
                raise named from error
            row = self._last or await self._store.run(self._row.id)
            return row.model_copy(update={"status": status})  # a pause may be answered by now

    async def _attempt(self, attempt: Attempt) -> str:
        row, options = self._row, self._row.options
        team = self._host.load_team(row.team)
        spent = NOTHING if attempt.is_first else await self._store.read(lambda c: spent_so_far(c, row.id))
        meter = RunMeter(attempt, options, spent, within=self._within)
        started: dict[str, Any] = {"team": row.team, "mode": row.mode, "title": row.title, "lang": row.lang}
        started |= {"why": options.mode_why, "preset": options.preset, "caps": meter.caps()}
        attempt.write_soon(None, [attempt.event("run_started", **started)])
        if row.fence > 1:
            await self._go_back(attempt)
        if self._cancelled:
            status = await self._finish(attempt, "cancelled", None)
        elif self._control.drain_requested:
            raise _stopped(attempt.run_id)
        else:
            self._nested = None if options.parent else Nested(self._host, row, attempt, meter)
            with untraced(options):
                self._work = asyncio.create_task(self._graph(attempt, team, meter))
            try:
                status = await self._watch(attempt, self._work)
            except asyncio.CancelledError:  # wherever it was waiting: nothing of this attempt runs on
                await to_its_end(self._leave_all(self._work), again=self._break_off)
                raise
        LOGGER.info("attempt ended", extra={"fields": {"status": status, "attempt": attempt.fence}})
        return status

    async def _go_back(self, attempt: Attempt) -> None:
        """To where the budget was spent, when it is higher now."""
        id, options = self._row.id, self._row.options
        is_elsewhere = bool(self._store.states.elsewhere)
        if is_elsewhere and await self._store.read(lambda c: _by_budget(c, id) and is_raised(c, id, options)):
            await self._store.states.delete(id)  # it begins anew, by receipts
        if node := await attempt.write(lambda c: rewind(c, id) if is_raised(c, id, options) else ""):
            await attempt.emit("warning", text=f"going back to `{node}`, where the budget was spent")

    async def _watch(self, attempt: Attempt, work: asyncio.Task[str]) -> str:
        """Wait for the work; another process may cancel it."""
        with self._store.cancels.heard(attempt.run_id, self.cancel):
            await asyncio.wait({work})
        return await self._ended(attempt, work)

    async def _leave_all(self, work: asyncio.Task[str]) -> None:
        work.cancel()
        await asyncio.wait({work})
        await self._leave_none(now=True)

    def _break_off(self) -> None:
        """Whoever asks once more does not want to wait for what is being put in order."""
        if self._work is not None:
            self._work.cancel()
        if self._nested is not None:
            self._nested.break_off()

    async def _leave_none(self, *, now: bool = False) -> None:
        """No run that this one asked for is at work when its own work is over."""
        if self._nested is not None:
            await self._nested.close(now=now)

    async def _ended(self, attempt: Attempt, work: asyncio.Task[str]) -> str:
        await self._leave_none()
        if self._cancelled and (work.cancelled() or work.exception() is not None):
            return await self._finish(attempt, "cancelled", None)
        try:
            return work.result()
        except GraphDrained as drained:
            raise _stopped(attempt.run_id) from drained
        except GraphRecursionError as error:
            raise StepsSpent(
                f"run {attempt.run_id} came to its limit of steps, which is {self._row.options.steps}",
                hint=f"Give it more: `kasen runs continue {attempt.run_id} --steps N`.",
            ) from error

    async def _graph(self, attempt: Attempt, team: Team, meter: RunMeter) -> str:
        """Run the graph to its end or to a pause nobody answers; returns the status of the run."""
        built, models = built_of(team.modes[self._row.mode])
        options, saver = self._row.options, self._store.states.saver(attempt, models)
        self._row = await bring_over(attempt, saver, team, self._row, built)
        DRIVING.set(attempt)
        pauses_before = options.interrupt_before
        compiled = compiled_of(team.modes[self._row.mode], pauses_before, self._row.lang if pauses_before else "")
        graph = compiled.copy({"checkpointer": saver})
        earlier = await self._earlier(attempt)
        deps = await build_deps(
            self._host,
            self._row,
            attempt,
            meter,
            earlier=earlier,
            team=self._nested,
            stopping=self._is_ending,
        )
        config: Any = {
            "configurable": {"thread_id": attempt.run_id, "run_id": attempt.run_id},
            "recursion_limit": options.steps,
        }
        if place := self._store.states.elsewhere:
            await warn_once(attempt, "checkpoints", words(ALONE, self._row.lang, place))
        state = None if attempt.is_first else await graph.aget_state(config)
        await self._opened.aclose()
        waiting: tuple[Interrupt, ...] = () if state is None else state.interrupts
        given: Any = None
        if state is None or not state.config["configurable"].get("checkpoint_id"):
            given = {"request": parse_request(team, self._row.request, reads_files=False)}
            if place := self._store.states.elsewhere:
                await begin_anew(attempt, place, self._row.lang)
        elif not state.tasks:  # not `next`: that is empty as well between the last write of a step and its checkpoint
            return await self._result(attempt, state.values, meter)
        pauses = Pauses(
            attempt,
            self._host.now,
            yes=options.yes,
            replay_of=options.replay_of,
            outlived=None if self._place is None else Outlived(self._place, self._is_ending, self._tell_paused),
        )
        while True:
            if waiting:
                with meter.left_out():
                    answers = await pauses.answers(waiting)
                if isinstance(answers, str):
                    values = (await graph.aget_state(config)).values
                    return await self._finish(attempt, answers, await closing.result_of(built, values, attempt, deps))
                if not answers:
                    return "paused"
                given = Command(resume=answers)
            output = await graph.ainvoke(
                given, config, context=deps, durability="sync", control=self._control, version="v2"
            )
            waiting = output.interrupts
            if not waiting:
                return await self._result(attempt, output.value, meter)

    async def _earlier(self, attempt: Attempt) -> Earlier | None:
        """What this run goes on from; its sources are announced before the first node."""
        earlier = await follow_up.load(self._store, attempt.run_id) if self._row.options.continues else None
        if earlier is not None:
            await follow_up.announce(attempt)
        return earlier

    def _is_ending(self) -> bool:
        return bool(self._control.drain_requested)

    def _tell_paused(self) -> None:
        if self._host.notices is not None:
            self._host.notices.tell(self._store, self._row.model_copy(update={"status": "paused"}))

    async def _result(self, attempt: Attempt, values: Any, meter: RunMeter) -> str:
        result = values["result"].model_dump(mode="json")
        budget = meter.stopped_by is not None
        if not budget and attempt.may_go_back:
            budget = await self._store.read(lambda c: _by_budget(c, attempt.run_id))
        status = getattr(values["result"], "run_status", DONE)
        return await self._finish(attempt, BUDGET_STOPPED if budget else status, result)

    async def _finish(self, attempt: Attempt, status: str, result: dict[str, Any] | None) -> str:
        if status == "cancelled":
            await attempt.let_go_of_lost()
            await cancel_children(self._store, self._host, attempt.run_id)
        if status != DONE:
            await leave(self._host.load_team(self._row.team), self._store.folder(attempt.run_id))

        def job(connection: Connection) -> tuple[RunRow, dict[str, Any]]:
            spent = figures(connection, attempt.run_id)
            body = {"type": "run_finished", "status": status, "seconds": round(spent.seconds, 3), "calls": spent.calls}
            body["usd"] = spent.usd
            append(connection, attempt.run_id, attempt.fence, [body])
            kept = None if result is None else _json(result)
            return end(connection, attempt.run_id, status, result=kept), body

        self._last, body = await attempt.write(job)
        self._store.notify(attempt.run_id, [body])
        if status not in RESUMABLE:
            await self._store.states.over(attempt.run_id)
        return status

    async def _failed(self, attempt: Attempt, error: BaseException) -> None:
        """Say how the attempt ended; a store that refuses even that leaves the run to be continued."""
        if self._store.is_shared and has_gone_away(error):
            LOGGER.warning("the run goes on when the database is back: %s", error)
            return
        stopped = isinstance(error, Stopped | asyncio.CancelledError)
        if isinstance(error, asyncio.CancelledError):
            await attempt.late_written()
            if (await self._store.run(attempt.run_id)).status in OVER:  # its end was under way
                self._store.notify(attempt.run_id)
                return
        named = error if isinstance(error, KasenError) else Stopped("stopped at once")
        body = {"type": "run_failed", "error": type(named).__name__, "message": str(named), "hint": named.hint}

        def job(connection: Connection) -> None:
            ended = "created" if self._keeps_turn else "interrupted"
            end(connection, attempt.run_id, ended if stopped else "failed", error=_json(body))

        (second,) = await asyncio.gather(attempt.write_last(job, [body]), return_exceptions=True)
        if second is None:
            self.has_failed = not stopped
        else:  # what ended the attempt is raised, not this
            LOGGER.log(logging.ERROR, "could not record the end of the attempt: %s", second)


async def leave(team: Team, folder: Path, *, gone: bool = False) -> None:
    """End what the work of a run has left going outside of the process; what cannot be ended is said in the log.

    `gone`: the folder is about to be deleted; raises KasenError when something in it could not be saved.
    """
    if not team.leaves:
        return
    try:
        await load_object(team.leaves)(folder, gone=gone)
    except KasenError as error:
        if gone:
            raise
        LOGGER.warning("what a run left going could not be ended: %s", error, extra={"shown": True})


def _stopped(run_id: str) -> Stopped:
    return Stopped("stopped after the step that was running", hint=f"Continue with `kasen runs continue {run_id}`.")


def _by_budget(connection: Connection, run_id: str) -> bool:
    query = select(RECEIPTS.c.why).where(RECEIPTS.c.run_id == run_id, RECEIPTS.c.why == BUDGET).limit(1)
    return connection.execute(query).first() is not None


async def state_of(store: Store, team: Team, row: RunRow) -> dict[str, Any]:
    """The state of a run at its last checkpoint, as JSON; empty where it has not begun. Raises OtherVersion."""
    from pydantic_core import to_jsonable_python

    require(team, row)
    built, models = built_of(team.modes[row.mode])
    if row.state_version != team.state_version:
        return dict(to_jsonable_python(await values_of(store, team, row, built)))
    attempt = Attempt(store, row.id, row.fence)  # it reads only
    graph = compiled_of(team.modes[row.mode]).copy({"checkpointer": store.states.saver(attempt, models)})
    state = await graph.aget_state({"configurable": {"thread_id": row.id}})
    return dict(to_jsonable_python(state.values))


def _json(value: dict[str, Any] | None) -> str | None:
    return orjson.dumps(value).decode() if value is not None else None
