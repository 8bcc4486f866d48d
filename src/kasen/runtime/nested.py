"""Asking another team by name: a run of its own, driven in the same process under what is left of the budget.

It is kept with the run that asked, and found again by what was asked where.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Mapping
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection

from kasen.errors import Fenced, KasenError, Refused, RunBusy, Stopped, UsageError
from kasen.models.receipt import Receipt, ReceiptKey
from kasen.models.role import Usage
from kasen.runtime import nested_records as records
from kasen.runtime.appending import check
from kasen.runtime.checkpoints import anew
from kasen.runtime.evidence import evidence_of
from kasen.runtime.ledger import BUDGET, RunLedger, figures
from kasen.runtime.limits import is_raised, spent_so_far
from kasen.runtime.nested_progress import tell
from kasen.runtime.node import CURRENT
from kasen.runtime.owners import owned
from kasen.runtime.request import look_at_the_door, parse_request, title_of
from kasen.runtime.rows import RESUMABLE, Options, RunRow
from kasen.team import TeamAnswer

if TYPE_CHECKING:
    from pydantic import BaseModel

    from kasen.runtime.attempt import Attempt
    from kasen.runtime.drive import Drive
    from kasen.runtime.host import Host
    from kasen.runtime.limits import RunMeter, Spent
    from kasen.runtime.store import Store
    from kasen.team import Team

BUDGET_STOPPED = "stopped: budget"
ALIVE = tuple(status for status in RESUMABLE if status != BUDGET_STOPPED)
"""States of a run that has come to no end."""


class Nested:
    """Implements `AskTeam` for one attempt; `stop` and `close` pass on what happens to the attempt."""

    def __init__(self, host: Host, row: RunRow, attempt: Attempt, meter: RunMeter) -> None:
        self._host = host
        self._row = row
        self._attempt = attempt
        self._meter = meter
        self._ledger = RunLedger(attempt, row.options.replay_of)
        self._asked: Counter[tuple[object, str]] = Counter()
        self._driven: dict[asyncio.Task[RunRow], Drive] = {}
        self._stopping = False

    async def __call__(
        self, team: str, request: Mapping[str, Any], /, *, role: str, mode: str | None = None
    ) -> TeamAnswer:
        """See `AskTeam`.

        Raises:
            Stopped: this run is being stopped; the other one is carried on with it. Let it pass.
            Fenced, StoreFailed: this run can write no more. Let them pass.
            KasenError: anything else: there is no such team, it cannot take the request, or its run has failed.
        """
        loaded = self._host.load_team(team)
        parsed = parse_request(loaded, dict(request), reads_files=not self._row.owner)
        wanted = loaded.mode_for(mode, parsed)[0]
        key = self._key(role, team, wanted, parsed)
        kept = await self._ledger.lookup(key)
        if kept is not None:
            answer = _answer(kept)
            if kept.reused:
                await self._adopt_again(answer)
            return answer
        if self._row.options.replay_of:
            raise Refused(
                f"run {self._row.options.replay_of} was given no answer by team `{team}` that it could repeat"
            )
        row = await self._run_of(key, loaded, parsed, wanted)
        try:
            ended = await self._ended(row, loaded)
        except (Stopped, asyncio.CancelledError):
            raise
        except KasenError as error:
            kind = RunBusy if isinstance(error, Fenced) else type(error)
            raise kind(f"team `{team}`, asked in run {row.id}: {error}", hint=error.hint) from error
        if ended.result is None or ended.status in ALIVE:
            raise UsageError(f"team `{team}` gave nothing: its run {row.id} is {ended.status}")
        return await self._settle(key, ended)

    def stop(self) -> None:
        """End those that are at work after the nodes that are running now."""
        self._stopping = True
        for drive in self._driven.values():
            drive.stop()

    def break_off(self) -> None:
        """Ask all of them, once more if they were asked before, to end at once."""
        for task in self._driven:
            task.cancel()

    async def close(self, *, now: bool = False) -> None:
        """Nothing that was begun here runs on, though a node has left it; what was asked to stop may, if not `now`."""
        if now or not self._stopping:
            self.break_off()
        if self._driven:
            await asyncio.wait(list(self._driven))

    # What was asked

    def _key(self, role: str, team: str, mode: str, request: BaseModel) -> ReceiptKey:
        """Taken before anything is awaited: asks that are made at once get theirs in their order."""
        node = CURRENT.get()
        asked = orjson.dumps([team, mode, request.model_dump(mode="json")], option=orjson.OPT_SORT_KEYS)
        digest = hashlib.sha256(asked).hexdigest()
        self._asked[node, digest] += 1
        return ReceiptKey(node.path, role, self._asked[node, digest] - 1, digest)

    async def _run_of(self, key: ReceiptKey, team: Team, request: BaseModel, mode: str) -> RunRow:
        """The run that was begun for it, or a new one."""
        store, parent = self._attempt.store, self._row
        if self._stopping:
            raise Stopped("stopped before another team was asked")
        known = await store.read(lambda c: records.known(c, parent.id, key.call_id))
        if not known and self._attempt.anew:
            known = await self._left_child(key, request)
        if known:
            return await store.run(known)
        options = self._options(team, mode)
        self._host.check(team, options)
        await asyncio.to_thread(look_at_the_door, request)
        noted = partial(records.note, parent_id=parent.id, key=key.call_id, team=team.name, role=key.role)

        def also(connection: Connection, run_id: str) -> None:
            check(connection, parent.id, self._attempt.fence)
            noted(connection, run_id)

        return await store.create(
            team=team.name,
            mode=mode,
            title=title_of(request),
            lang=parent.lang,
            request=request.model_dump(mode="json"),
            options=options,
            owner=parent.owner,
            state_version=team.state_version,
            also=also,
        )

    async def _left_child(self, key: ReceiptKey, request: BaseModel) -> str:
        """One that was asked the same before the state of this run was lost."""
        stored = orjson.dumps(request.model_dump(mode="json")).decode()

        def job(connection: Connection) -> str:
            found = anew.left_child(connection, self._row.id, key.role, stored)
            if found:
                anew.take_child(connection, found, key.call_id)
            return found

        return await self._attempt.write(job)

    def _options(self, team: Team, mode: str, spent: Spent | None = None) -> Options:
        """As this run is driven, with what is left of its budget on top of what the other has `spent` already."""
        mine, limits = self._row.options, team.limits_of(mode)
        left = self._meter.left()
        own = self._host.times(limits, mine.preset)[1]
        if "seconds" in left and own is not None:
            left["seconds"] = min(left["seconds"], own)
        caps: dict[str, float] = {name: cap + (getattr(spent, name) if spent else 0) for name, cap in left.items()}
        return Options(
            preset=mine.preset,
            models=mine.models,
            local_only=mine.local_only,
            reuse_answers=mine.reuse_answers,
            fresh=mine.fresh,
            yes=True,
            steps=limits.steps,
            parent=self._row.id,
            usd=caps.get("usd"),
            tokens=_whole(caps.get("tokens")),
            calls=_whole(caps.get("calls")),
            seconds=caps.get("seconds"),
        )

    # Driving it

    async def _ended(self, row: RunRow, team: Team) -> RunRow:
        """The run when it is over, driven on if it is not."""
        store = self._attempt.store
        if row.status not in RESUMABLE:
            return row
        spent = await store.read(lambda c: spent_so_far(c, row.id))
        options = self._options(team, row.mode, spent)
        if row.status == BUDGET_STOPPED and not await store.read(lambda c: is_raised(c, row.id, options)):
            return row
        return await self._drive(row, options)

    async def _drive(self, row: RunRow, options: Options) -> RunRow:
        work = await self._begin(row, options)
        told = asyncio.create_task(tell(self._attempt, row))
        try:
            await asyncio.wait({work, told}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():  # this run can write no more
                told.result()
            return await asyncio.shield(work)
        finally:
            told.cancel()
            if not work.done():
                work.cancel()
                await asyncio.wait({work})
            await asyncio.gather(told, return_exceptions=True)

    async def _begin(self, row: RunRow, options: Options) -> asyncio.Task[RunRow]:
        """Own it and drive it in a context of its own: nothing that it emits, logs or configures is this run's."""
        from kasen.runtime.drive import Drive

        store = self._attempt.store
        release = await store.owners.take(row.id)
        drive = Drive(store, self._host, row, within=self._meter)
        work = asyncio.create_task(drive(options), context=Context(), name=f"run {row.id}")
        self._driven[work] = drive

        def over(done: asyncio.Task[RunRow]) -> None:
            release()
            self._driven.pop(done, None)
            if not done.cancelled():
                done.exception()  # heard by whoever asked, if they wait yet

        work.add_done_callback(over)
        return work

    # What came of it

    async def _settle(self, key: ReceiptKey, row: RunRow) -> TeamAnswer:
        """Commit the answer with what it cost and the right to cite, then give it."""
        store = self._attempt.store
        spent = await store.read(lambda c: figures(c, row.id))
        own = {source.id for _, source in await evidence_of(store, self._row.id)}
        found = await evidence_of(store, row.id)
        sources = {source.id: source for _, source in found if source.id not in own}
        body = {
            "run_id": row.id,
            "status": row.status,
            "result": row.result,
            "passage_ids": sorted(passage.id for passage, _ in found),
        }
        text = orjson.dumps(body).decode()
        cut = row.status == BUDGET_STOPPED and await store.read(lambda c: records.is_capped(c, self._row.id))
        receipt = Receipt(
            role=key.role,
            by=f"{records.TEAM}{row.team}",
            value_json=text,
            usage=Usage(input_tokens=spent.input_tokens, output_tokens=spent.output_tokens),
            usd=spent.usd,
            seconds=spent.seconds,
            calls=spent.calls,
            why=BUDGET if cut else "",
            prompt_hash=key.prompt_hash,
            answer_chars=len(text),
        )
        seen = [
            self._attempt.event("source", source_id=s.id, title=s.title, uri=s.uri, kind=s.kind)
            for s in sorted(sources.values(), key=lambda source: source.id)
        ]
        await self._ledger.record(key, receipt, also=lambda c: records.settle(c, row.id), events=seen)
        return _answer(receipt)

    async def _adopt_again(self, answer: TeamAnswer) -> None:
        """In a repetition: what could be cited then may be cited now."""
        mine, then = self._row.id, self._row.options.replay_of
        await self._attempt.write(lambda c: records.adopt(c, mine, then, answer.passage_ids))


async def children(store: Store, run_id: str) -> list[RunRow]:
    """The runs that a run has asked other teams for, oldest first."""
    ids = await store.read(lambda c: records.children(c, run_id))
    return [await store.run(id) for id in ids]


async def cancel_children(store: Store, host: Host, run_id: str) -> None:
    """End those that came to no end; another process that carries one on by itself gets word."""
    from kasen.runtime.drive import Drive

    for row in await children(store, run_id):
        if row.status not in ALIVE:
            continue
        try:
            async with owned(store.owners, row.id):
                drive = Drive(store, host, row)
                drive.cancel()
                await asyncio.create_task(drive(), context=Context())
        except RunBusy:
            await store.ask_cancel(row.id)


def _answer(receipt: Receipt) -> TeamAnswer:
    body = orjson.loads(receipt.value_json)
    return TeamAnswer(
        run_id=body["run_id"],
        status=body["status"],
        result=body["result"],
        passage_ids=tuple(body["passage_ids"]),
    )


def _whole(cap: float | None) -> int | None:
    return None if cap is None else int(cap)
