"""Stored state of another version of a team: rewritten once, in the attempt's transaction, or shown as it would be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
from langgraph.checkpoint.base import WRITES_IDX_MAP
from sqlalchemy import Connection, Executable, Table, delete, select, update

from kasen.runtime import follow_up
from kasen.runtime.attempt import Attempt, Soon
from kasen.runtime.checkpoints.saver import RunSaver
from kasen.runtime.state_migration import PlainSerializer, StateMigration
from kasen.runtime.tables import BLOBS, CHECKPOINTS, EARLIER, RUNS, WRITES
from kasen.runtime.versions import refused, request_of
from kasen.runtime.writer import Job

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
    from langgraph.graph import StateGraph

    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store
    from kasen.team import Team

T = TypeVar("T")


async def bring_over(
    attempt: Attempt,
    saver: BaseCheckpointSaver[Any],
    team: Team,
    row: RunRow,
    graph: StateGraph[Any, Any, Any, Any],
) -> RunRow:
    """The run with request and state as this version of its team has them; nothing is done where they are already.

    All of it is one transaction with the event that says so; where it cannot be, nothing is written.

    Raises:
        OtherVersion: there is no way, what the migrations make is not what the state names, or the state is kept
            outside of the database.
        Fenced, StoreFailed: as every write of an attempt.
    """
    if row.state_version == team.state_version:
        return row
    request = request_of(team, row)
    if not isinstance(saver, RunSaver) and await saver.aget_tuple(_config(row.id)) is not None:
        raise refused(row, "has its state outside of the database, where it cannot be brought over")
    jobs = await _Rewriting(StateMigration(team, row, graph), attempt).jobs()
    now = {"state_version": team.state_version, "request": orjson.dumps(request).decode()}

    def job(connection: Connection) -> None:
        for each in jobs:
            each(connection)
        _rewrite_earlier(connection, team, row)
        connection.execute(update(RUNS).where(RUNS.c.id == row.id).values(now))

    text = f"brought over from version {row.state_version} of team `{team.name}` to version {team.state_version}"
    await attempt.write(job, [attempt.event("warning", text=text)])
    return row.model_copy(update={"state_version": team.state_version, "request": request})


async def values_of(store: Store, team: Team, row: RunRow, graph: StateGraph[Any, Any, Any, Any]) -> dict[str, Any]:
    """The state of a run at its last checkpoint, as this version of its team has it; nothing is written.

    Empty where the run has not begun. Raises OtherVersion.
    """
    saved = await _reader(Attempt(store, row.id, row.fence)).aget_tuple(_config(row.id))
    values = StateMigration(team, row, graph).values(saved.checkpoint["channel_values"]) if saved else {}
    return {name: value for name, value in values.items() if name in graph.channels}


class _Gathered(Attempt):
    """Keeps what a saver would write, to be written in one transaction."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__(attempt.store, attempt.run_id, attempt.fence)
        self.jobs: list[Job[Any]] = []

    async def write(
        self, job: Job[T], events: Sequence[dict[str, Any]] = (), *, instead_of: Collection[Soon] = ()
    ) -> T:
        """Nothing is written yet."""
        self.jobs.append(job)
        return None  # type: ignore[return-value]

    def write_soon(
        self, job: Job[Any] | None, events: Sequence[dict[str, Any]], *, instead_of: Collection[Soon] = ()
    ) -> Soon:
        """The same."""
        soon = Soon(job, events, instead_of)
        soon.waits = False
        if job is not None:
            self.jobs.append(job)
        return soon


class _Rewriting:
    """Rewrites the checkpoints that a run may be carried on from, under the ids that they have."""

    def __init__(self, migration: StateMigration, attempt: Attempt) -> None:
        self._migration = migration
        self._attempt = attempt
        self._gathered = _Gathered(attempt)
        self._saver = RunSaver(self._gathered, set())

    async def jobs(self) -> list[Job[Any]]:
        """What is to be written. Raises OtherVersion."""
        run_id = self._attempt.run_id
        query = select(CHECKPOINTS.c.checkpoint_id).where(*self._at(CHECKPOINTS, kept=1))
        kept = set(await self._attempt.store.read(lambda c: c.execute(query).scalars().all()))
        found = [saved async for saved in _reader(self._attempt).alist(_config(run_id))]
        gone = [delete(table).where(*self._at(table)) for table in (BLOBS, WRITES)]
        await self._gathered.write(_executing(gone))
        for saved in reversed([one for n, one in enumerate(found) if n == 0 or one.checkpoint["id"] in kept]):
            await self._checkpoint(saved)
            await self._writes(saved)
            if saved.checkpoint["id"] in kept:
                await self._gathered.write(self._keeping(saved.checkpoint["id"]))
        return self._gathered.jobs

    async def _checkpoint(self, saved: CheckpointTuple) -> None:
        checkpoint = self._migration.checkpoint(saved, self._saver.get_next_version)
        before = saved.parent_config or _config(self._attempt.run_id)
        await self._saver.aput(before, checkpoint, saved.metadata, checkpoint["channel_versions"])

    async def _writes(self, saved: CheckpointTuple) -> None:
        """Under the paths of their tasks, which say in which order they count."""
        at = self._at(WRITES, checkpoint_id=saved.checkpoint["id"])
        query = select(WRITES.c.task_id, WRITES.c.task_path).where(*at)
        rows = await self._attempt.store.read(lambda c: c.execute(query).all())
        paths = {row.task_id: row.task_path for row in rows}
        parts: dict[tuple[str, bool], list[tuple[str, Any]]] = defaultdict(list)
        for one in self._migration.writes(saved):
            parts[one.task, one.channel in WRITES_IDX_MAP].append((one.channel, one.value))
        for (task, _), written in parts.items():
            await self._saver.aput_writes(saved.config, written, task, paths[task])

    def _keeping(self, checkpoint_id: str) -> Job[None]:
        """The run may go back there yet: what is written of it by then stays."""
        head = update(CHECKPOINTS).where(*self._at(CHECKPOINTS, checkpoint_id=checkpoint_id)).values(kept=1)
        return _executing([head, update(BLOBS).where(*self._at(BLOBS)).values(kept=1)])

    def _at(self, table: Table, **more: Any) -> list[Any]:
        key = {"thread_id": self._attempt.run_id, "checkpoint_ns": "", **more}
        return [table.c[name] == value for name, value in key.items()]


def _executing(statements: Sequence[Executable]) -> Job[None]:
    def job(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return job


def _rewrite_earlier(connection: Connection, team: Team, row: RunRow) -> None:
    """What a follow-up knows of the run before it is of its own version too."""
    body = connection.execute(select(EARLIER.c.body).where(EARLIER.c.run_id == row.id)).scalar()
    if body is not None:
        now = follow_up.brought(team, row, orjson.loads(body))
        connection.execute(update(EARLIER).where(EARLIER.c.run_id == row.id).values(body=orjson.dumps(now).decode()))


def _reader(attempt: Attempt) -> RunSaver:
    reader = RunSaver(attempt, set())
    reader.serde = PlainSerializer()
    return reader


def _config(run_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": run_id, "checkpoint_ns": ""}}
