"""Runs and their events in the database: the only place that writes SQL about them."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AsyncExitStack, closing
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
from sqlalchemy import ColumnElement, Connection, Engine, RowMapping, bindparam, delete, insert, select, update
from sqlalchemy.event import listen
from sqlalchemy.exc import SQLAlchemyError

from kasen.errors import Fenced, StoreFailed, UnknownName, UsageError
from kasen.runtime.cancels import Cancels
from kasen.runtime.database import BUSY_MS, cause_of, open_database
from kasen.runtime.events import EVENT, Event
from kasen.runtime.log_emptying import LogEmptying
from kasen.runtime.places import Places
from kasen.runtime.rows import OVER, RESUMABLE, Options, RunRow, new_run_id, timestamp
from kasen.runtime.tables import CHECKPOINTS, EVENTS, NESTED, PASSAGES, RUN_PASSAGES, RUNS, SOURCES, WRITES
from kasen.runtime.web_records import drop_unused
from kasen.runtime.writer import Writer
from kasen.settings.redact import NO_SECRETS, Redactor

if TYPE_CHECKING:
    import aiosqlite

T = TypeVar("T")
Heard = Callable[[str, Sequence[Mapping[str, Any]]], None]
SWITCH = 0.001
"""Seconds after which a busy event loop lets the writer go on. It gives way at each statement, so with Python's 5 ms it
waits more than it writes: with 100 runs at once a write took about twice as long (benchmarks/runtime.py)."""
TAKE_SEQ = (
    update(RUNS)
    .where(RUNS.c.id == bindparam("run"), RUNS.c.fence == bindparam("token"))
    .values(last_seq=RUNS.c.last_seq + bindparam("count"))
    .returning(RUNS.c.last_seq)
)
"""Built once, like every statement that runs often: to build one takes longer than to execute it."""
ADD_EVENTS = insert(EVENTS)
IS_MINE = select(RUNS.c.last_seq).where(RUNS.c.id == bindparam("run"), RUNS.c.fence == bindparam("token"))
IS_OWN = RUNS.c.id.not_in(select(NESTED.c.child_id))
"""No other run asked for it."""


class Store:
    """The database of one KASEN_HOME, opened by one process. Use `async with Store(home, redact=…)`.

    `places` are the stores of artifacts that do not lie in the folders of their runs.

    Every text that is written passes `redact`: requests, events, receipts, errors, results, evidence. Checkpoints are
    binary and do not; secrets are taken out of what enters a run (`redacted.py`).

    Raises:
        HomeUnusable: on entering, when the home cannot be used.
    """

    def __init__(
        self,
        home: Path,
        *,
        redact: Redactor = NO_SECRETS,
        writer: Callable[[Engine], Writer] = Writer,
        places: Places | None = None,
    ) -> None:
        self.home = home
        self.places = places or Places()
        self.redact = redact
        self._writer = writer
        self._listeners: list[Heard] = []
        self.cancels = Cancels(self)

    async def __aenter__(self) -> Store:
        import aiosqlite

        async with AsyncExitStack() as opened:
            opened.callback(sys.setswitchinterval, sys.getswitchinterval())
            sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
            opened.push_async_callback(self.places.close)
            self._engine = await asyncio.to_thread(open_database, self.home)
            opened.callback(self._engine.dispose)
            if self.redact:
                listen(self._engine, "before_cursor_execute", self._without_secrets, retval=True)
            log = LogEmptying(self.home / "kasen.db")
            opened.push_async_callback(asyncio.to_thread, log.close)
            self.write = self._writer(self._engine)
            self.write.after_commit = log.look
            opened.push_async_callback(asyncio.to_thread, self.write.close)
            self.checkpoints: aiosqlite.Connection = aiosqlite.connect(self.home / "kasen.db", isolation_level=None)
            opened.push_async_callback(self.checkpoints.close)
            await self.checkpoints
            self._opened = opened.pop_all()
        return self

    def _without_secrets(
        self, _connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object
    ) -> tuple[str, Any]:
        return statement, self.redact.data(parameters)

    async def __aexit__(self, *_exc: object) -> None:
        await self._opened.aclose()

    async def read(self, query: Callable[[Connection], T], *, threads: Executor | None = None) -> T:
        """Run `query` in a read transaction, off the event loop: by `threads`, else by those that all share.

        Raises StoreFailed.
        """

        def run() -> T:
            try:
                with self._engine.connect().execution_options(reading=True) as connection:
                    return query(connection)
            except (SQLAlchemyError, sqlite3.Error) as error:
                raise StoreFailed(f"the database cannot be read: {cause_of(error)}") from error

        return await asyncio.get_running_loop().run_in_executor(threads, run)

    @property
    def folders(self) -> Path:
        """Where the folders of the runs lie."""
        return self.home / "runs"

    def folder(self, run_id: str) -> Path:
        """Where the files of a run lie."""
        return self.folders / run_id

    # Runs

    async def create(
        self,
        *,
        team: str,
        mode: str,
        title: str,
        lang: str,
        request: dict[str, Any],
        options: Options,
        owner: str = "",
        also: Callable[[Connection, str], None] | None = None,
    ) -> RunRow:
        """Record a new run; nothing is executed yet. `also` writes more about it, by its id, in the transaction."""
        now = timestamp()
        row = {
            "id": new_run_id(),
            "team": team,
            "mode": mode,
            "title": title,
            "lang": lang,
            "request": orjson.dumps(request).decode(),
            "options": options.model_dump_json(),
            "status": "created",
            "fence": 0,
            "last_seq": 0,
            "cancel_asked": 0,
            "created_at": now,
            "updated_at": now,
            "owner": owner,
        }
        run_id = str(row["id"])

        def job(connection: Connection) -> None:
            connection.execute(insert(RUNS).values(row))
            if also is not None:
                also(connection, run_id)

        await self.write(job)
        return await self.run(run_id)

    async def run(self, run_id: str) -> RunRow:
        """The run of that id, or of an id that starts so. Raises UnknownName."""
        if not run_id:
            raise UnknownName("no run was named", hint="`kasen runs list` shows them.")
        query = select(RUNS).where(RUNS.c.id.startswith(run_id.upper(), autoescape=True)).limit(2)
        found = await self.read(lambda c: c.execute(query).mappings().all())
        if len(found) == 1:
            return _run(found[0])
        if found:
            raise UnknownName(f"more than one run starts with `{run_id}`", hint="Give more of the id.")
        raise UnknownName(f"there is no run `{run_id}`", hint="`kasen runs list` shows them.")

    async def runs(self, *, limit: int = 50, where: Sequence[ColumnElement[bool]] = ()) -> list[RunRow]:
        """The latest runs for which `where` holds, newest first, without those that a run asked for."""
        query = select(RUNS).where(IS_OWN, *where).order_by(RUNS.c.created_at.desc(), RUNS.c.id.desc()).limit(limit)
        return [_run(row) for row in await self.read(lambda c: c.execute(query).mappings().all())]

    async def ended_before(self, moment: str) -> list[RunRow]:
        """Runs that are over and were last touched before `moment` (ISO 8601, UTC).

        Those that a run asked for are not named: they go with it.
        """
        over = RUNS.c.status.in_(OVER)
        query = select(RUNS).where(IS_OWN, over, RUNS.c.updated_at < moment).order_by(RUNS.c.created_at)
        return [_run(row) for row in await self.read(lambda c: c.execute(query).mappings().all())]

    async def vacuum(self) -> None:
        """Give free pages back to the file system."""
        await self._alone("VACUUM")

    async def _alone(self, statement: str) -> None:
        """Run a statement that must not be part of a transaction."""

        def run() -> None:
            with closing(sqlite3.connect(self.home / "kasen.db", timeout=BUSY_MS / 1000, isolation_level=None)) as file:
                file.execute(statement)

        try:
            await asyncio.to_thread(run)
        except sqlite3.Error as error:
            raise StoreFailed(f"the database refused `{statement}`: {cause_of(error)}") from error

    async def claim(self, run_id: str, options: Options | None = None) -> int:
        """Take the run for a new attempt; returns its fencing token. Older attempts are refused from now on.

        Raises UsageError when the run is over.
        """

        def job(connection: Connection) -> int:
            values: dict[str, Any] = {"fence": RUNS.c.fence + 1, "status": "running", "updated_at": timestamp()}
            values["cancel_asked"] = 0
            if options is not None:
                values["options"] = options.model_dump_json()
            mine = (RUNS.c.id == run_id, RUNS.c.status.in_(RESUMABLE))
            row = connection.execute(update(RUNS).where(*mine).values(values).returning(RUNS.c.fence)).first()
            if row is not None:
                return int(row[0])
            status = connection.execute(select(RUNS.c.status).where(RUNS.c.id == run_id)).scalar()
            if status is None:
                raise UnknownName(f"there is no run `{run_id}`")
            raise UsageError(f"run {run_id} is {status}; there is nothing to continue")

        return await self.write(job)

    async def ask_cancel(self, run_id: str) -> None:
        """Leave word for the process that drives the run; it looks several times a second."""
        await self.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == run_id).values(cancel_asked=1)))

    async def delete(self, run_id: str) -> None:
        """Wipe everything the database knows of a run: checkpoints, events, receipts, evidence and web of no other."""

        def job(connection: Connection) -> None:
            for table in (CHECKPOINTS, WRITES):
                connection.execute(delete(table).where(table.c.thread_id == run_id))
            connection.execute(delete(RUNS).where(RUNS.c.id == run_id))
            used = select(RUN_PASSAGES.c.passage_id)
            connection.execute(delete(PASSAGES).where(PASSAGES.c.id.not_in(used)))
            connection.execute(delete(SOURCES).where(SOURCES.c.id.not_in(select(PASSAGES.c.source_id))))
            drop_unused(connection)

        await self.write(job)
        await self._alone("PRAGMA wal_checkpoint(TRUNCATE)")  # the words stand in the log as well

    # Events

    async def events(self, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        """Events with `seq` above `after`, in order."""
        query = (
            select(EVENTS.c.body)
            .where(EVENTS.c.run_id == run_id, EVENTS.c.seq > after)
            .order_by(EVENTS.c.seq)
            .limit(limit)
        )
        bodies = await self.read(lambda c: c.execute(query).scalars().all())
        return [EVENT.validate_json(body) for body in bodies]

    def listen(self, heard: Heard) -> None:
        """Call `heard` whenever this process wrote something of a run or ended an attempt, with the events if any."""
        self._listeners.append(heard)

    def notify(self, run_id: str, events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Tell the listeners that there is news of a run."""
        for heard in self._listeners:
            heard(run_id, events)


def append(connection: Connection, run_id: str, fence: int, events: Sequence[dict[str, Any]]) -> int:
    """Append event bodies (without `run_id`, `seq`, `attempt`, `at`) inside a transaction; returns the last `seq`.

    Raises:
        Fenced: `fence` is no longer the token of the run. Nothing is written.
    """
    last = take_seq(connection, run_id, fence, len(events))
    now = timestamp()
    rows = []
    for seq, body in enumerate(events, start=last - len(events) + 1):
        event = EVENT.validate_python({"run_id": run_id, "seq": seq, "attempt": fence, "at": now, **body})
        rows.append(
            {
                "run_id": run_id,
                "seq": seq,
                "attempt": fence,
                "type": event.type,
                "task": event.task,
                "at": now,
                "body": event.model_dump_json(),
            }
        )
    if rows:
        connection.execute(ADD_EVENTS, rows)
    return last


def take_seq(connection: Connection, run_id: str, fence: int, count: int = 0) -> int:
    """Check the token and take `count` sequence numbers in one statement; returns the last one.

    Raises:
        Fenced: `fence` is no longer the token of the run.
    """
    mine = {"run": run_id, "token": fence}
    taken = connection.execute(TAKE_SEQ, {**mine, "count": count}) if count else connection.execute(IS_MINE, mine)
    last = taken.scalar()
    if last is None:
        raise Fenced(f"another attempt has taken run {run_id}; this one writes no more")
    return int(last)


def seconds_at_work(connection: Connection, run_id: str) -> float:
    """Seconds between the first and last event of each attempt, summed; the wait for an answer is left out."""
    query = select(EVENTS.c.attempt, EVENTS.c.type, EVENTS.c.at).where(EVENTS.c.run_id == run_id).order_by(EVENTS.c.seq)
    events = connection.execute(query).all()
    return sum(
        (datetime.fromisoformat(now.at) - datetime.fromisoformat(before.at)).total_seconds()
        for before, now in pairwise(events)
        if before.attempt == now.attempt and (before.type, now.type) != ("approval_asked", "approval_given")
    )


def _run(row: RowMapping) -> RunRow:
    values = dict(row)
    for name in ("request", "result", "error"):
        values[name] = orjson.loads(values[name]) if values[name] is not None else None
    values["options"] = Options.model_validate_json(values["options"])
    return RunRow.model_validate(values)
