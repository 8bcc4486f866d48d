"""Runs and their events in the database: the only place that writes SQL about them."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import orjson
from sqlalchemy import ColumnElement, Connection, Engine, delete, select, text, update
from sqlalchemy.event import listen
from sqlalchemy.exc import SQLAlchemyError

from kasen.errors import StoreFailed, UnknownName, UsageError
from kasen.runtime.cancels import Cancels
from kasen.runtime.checkpoints.opening import InDatabase, States
from kasen.runtime.database import BUSY_MS, cause_of, open_database
from kasen.runtime.events import EVENT, Event
from kasen.runtime.listening import Listening
from kasen.runtime.log_emptying import LogEmptying
from kasen.runtime.owners import FileOwners, Owners, SessionOwners
from kasen.runtime.places import Places
from kasen.runtime.postgres import PATIENCE_S, patiently
from kasen.runtime.rows import ID_LENGTH, OVER, RESUMABLE, Options, RunRow, new_run_id, timestamp
from kasen.runtime.run_rows import ADD, claiming, row_of, run_of, whole
from kasen.runtime.sql import begins
from kasen.runtime.tables import EVENTS, IS_OWN, RUNS, STATE
from kasen.runtime.unused import drop_unused, shared_of
from kasen.runtime.writer import Writer
from kasen.settings.redact import NO_SECRETS, Redactor

T = TypeVar("T")
Heard = Callable[[str, Sequence[Mapping[str, Any]]], None]
SWITCH = 0.001
"""Seconds after which a busy event loop lets the writer go on. It gives way at each statement, so with Python's 5 ms it
waits more than it writes: with 100 runs at once a write took about twice as long (benchmarks/runtime.py)."""


class Store:
    """The database of one KASEN_HOME, opened by one process. Use `async with Store(home, redact=…)`.

    `database` is the address of a PostgreSQL database that machines share; empty: a file in `home`.
    `places` are the stores of artifacts that do not lie in the folders of their runs; `states` is where the state of
    runs is kept, when not here. `patience_s`: how long a shared database that went away is waited for.

    Every text that is written passes `redact`: requests, events, receipts, errors, results, evidence. Checkpoints are
    binary and do not; secrets are taken out of what enters a run (`redacted.py`).

    Raises:
        HomeUnusable: on entering, when the home cannot be used.
    """

    def __init__(
        self,
        home: Path,
        *,
        database: str = "",
        redact: Redactor = NO_SECRETS,
        writer: Callable[[Engine], Writer] | None = None,
        places: Places | None = None,
        states: States | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.home = home
        self.states = states or InDatabase()
        self._database = database
        self.is_shared = bool(database)
        """Other machines may drive and read the same runs."""
        self.owners: Owners = SessionOwners(database, self.folders) if database else FileOwners(self.folders)
        """Who drives which run."""
        self.places = places or Places()
        self.redact = redact
        self._writer = writer or partial(Writer, patience_s=patience_s)
        self._patience_s = patience_s
        self._listeners: list[Heard] = []
        self._listening: Listening | None = None
        self.channels: dict[str, Callable[[str], None]] = {}
        """Further words of other processes that are heard from the opening on."""
        self._reading: dict[str, Any] = {"isolation_level": "REPEATABLE READ"} if database else {"reading": True}
        """All statements of a read see what was there at the first."""
        self.cancels = Cancels(self)

    async def __aenter__(self) -> Store:
        async with AsyncExitStack() as opened:
            opened.callback(sys.setswitchinterval, sys.getswitchinterval())
            sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
            opened.push_async_callback(self.places.close)
            self._engine = await asyncio.to_thread(open_database, self.home, self._database)
            opened.callback(self._engine.dispose)
            opened.push_async_callback(self.owners.close)
            await self.states.open()
            opened.push_async_callback(self.states.close)
            if self.redact:
                listen(self._engine, "before_cursor_execute", self._without_secrets, retval=True)
            self.write = self._writer(self._engine)
            opened.push_async_callback(asyncio.to_thread, self.write.close)
            await (self._open_shared(opened) if self.is_shared else self._open_file(opened))
            self._opened = opened.pop_all()
        return self

    async def _open_file(self, opened: AsyncExitStack) -> None:
        log = LogEmptying(self.home / "kasen.db")
        opened.push_async_callback(asyncio.to_thread, log.close)
        self.write.after_commit = log.look

    async def _open_shared(self, opened: AsyncExitStack) -> None:
        self._listening = Listening(self._database, self.notify, more=self.channels)
        opened.push_async_callback(self._listening.close)

    @property
    def tells_news(self) -> bool:
        """What other processes write is told at once to whoever listens here; else one has to look for it."""
        return self._listening is not None and self._listening.is_on

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

        def once() -> T:
            with self._engine.connect().execution_options(**self._reading) as connection:
                return query(connection)

        def run() -> T:
            try:
                return patiently(once, patience_s=self._patience_s) if self.is_shared else once()
            except (SQLAlchemyError, sqlite3.Error) as error:
                raise StoreFailed(f"the database cannot be read: {cause_of(error)}") from error

        return await asyncio.get_running_loop().run_in_executor(threads, run)

    async def is_owned(self, run_id: str) -> bool:
        """True while some process drives the run. Raises StoreFailed."""
        return bool(await self.owned_of([run_id]))

    async def owned_of(self, run_ids: Collection[str]) -> set[str]:
        """Those of these runs that some process drives. Raises StoreFailed."""
        return await self.read(lambda c: self.owners.of(c, run_ids)) if run_ids else set()

    @property
    def folders(self) -> Path:
        """Where the folders of the runs lie."""
        return self.home / "runs"

    def folder(self, run_id: str) -> Path:
        """Where the files of a run lie."""
        return self.folders / run_id

    # Runs

    async def create(  # noqa: PLR0913 - what a row of a run begins with
        self,
        *,
        team: str,
        mode: str,
        title: str,
        lang: str,
        request: dict[str, Any],
        options: Options,
        owner: str = "",
        state_version: int = 1,
        also: Callable[[Connection, str], None] | None = None,
        run_id: str = "",
    ) -> RunRow:
        """Record a new run; nothing is executed yet. `also` writes more about it, by its id, in the transaction."""
        now, run_id = timestamp(), run_id or new_run_id()
        row = {
            "id": run_id,
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
            "state_version": state_version,
        }

        def job(connection: Connection) -> RunRow:
            ADD.run(connection, row)
            if also is not None:
                also(connection, run_id)
            return row_of(connection, run_id)

        return await self.write(job)

    async def run(self, run_id: str) -> RunRow:
        """The run of that id, or of an id that starts so. Raises UnknownName."""
        if not run_id:
            raise UnknownName("no run was named", hint="`kasen runs list` shows them.")
        id = run_id.upper()
        named = RUNS.c.id == id if len(id) == ID_LENGTH else begins(RUNS.c.id, id, ID_LENGTH)
        query = select(RUNS).where(named).limit(2)
        found = await self.read(lambda c: c.execute(query).mappings().all())
        if len(found) == 1:
            return run_of(found[0])
        if found:
            raise UnknownName(f"more than one run starts with `{run_id}`", hint="Give more of the id.")
        raise UnknownName(f"there is no run `{run_id}`", hint="`kasen runs list` shows them.")

    async def runs(self, *, limit: int = 50, where: Sequence[ColumnElement[bool]] = ()) -> list[RunRow]:
        """The latest runs for which `where` holds, newest first, without those that a run asked for."""
        query = select(RUNS).where(IS_OWN, *where).order_by(RUNS.c.created_at.desc(), RUNS.c.id.desc()).limit(limit)
        return [run_of(row) for row in await self.read(lambda c: c.execute(query).mappings().all())]

    async def ended_before(self, moment: str) -> list[RunRow]:
        """Runs that are over and were last touched before `moment` (ISO 8601, UTC).

        Those that a run asked for are not named: they go with it.
        """
        over = RUNS.c.status.in_(OVER)
        query = select(RUNS).where(IS_OWN, over, RUNS.c.updated_at < moment).order_by(RUNS.c.created_at)
        return [run_of(row) for row in await self.read(lambda c: c.execute(query).mappings().all())]

    async def vacuum(self) -> None:
        """Give free pages back to the file system, or on PostgreSQL to later rows."""
        await self._alone("VACUUM")
        if not self.is_shared:
            await self._alone("PRAGMA wal_checkpoint(TRUNCATE)")  # what is smaller stands in the log until then

    async def _alone(self, statement: str) -> None:
        """Run a statement that must not be part of a transaction."""

        def run() -> None:
            if self.is_shared:
                with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.execute(text(statement))
                return
            with closing(sqlite3.connect(self.home / "kasen.db", timeout=BUSY_MS / 1000, isolation_level=None)) as file:
                file.execute(statement)

        try:
            await asyncio.to_thread(run)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreFailed(f"the database refused `{statement}`: {cause_of(error)}") from error

    async def claim(self, run_id: str, options: Options | None = None, *, only: Collection[str] = RESUMABLE) -> int:
        """Take the run for a new attempt; returns its fencing token. See `claimed`."""
        return (await self.claimed(run_id, options, only=only)).fence

    async def claimed(
        self, run_id: str, options: Options | None = None, *, only: Collection[str] = RESUMABLE
    ) -> RunRow:
        """The run, taken for a new attempt under a new fencing token. Older attempts are refused from now on.

        That it is to be cancelled stays asked; other words were for the attempt before.

        Raises UsageError when the run stands as none of `only`, for one when it is over.
        """
        given = {"run": run_id, "at": timestamp(), "given": options and options.model_dump_json()}

        def job(connection: Connection) -> RunRow:
            row = claiming(*sorted(only)).rows(connection, given)
            if row:
                return whole(row[0])
            status = connection.execute(select(RUNS.c.status).where(RUNS.c.id == run_id)).scalar()
            if status is None:
                raise UnknownName(f"there is no run `{run_id}`")
            raise UsageError(f"run {run_id} is {status}; there is nothing to continue")

        return await self.write(job)

    async def ask_cancel(self, run_id: str, *, withdraw: bool = False) -> None:
        """Leave word for the process that drives the run, which looks several times a second; or take it back."""
        asked = int(not withdraw)
        mine = (RUNS.c.id == run_id, RUNS.c.cancel_asked != asked)
        await self.write(lambda c: c.execute(update(RUNS).where(*mine).values(cancel_asked=asked)))

    async def delete(self, run_id: str) -> None:
        """Wipe everything the database knows of a run: checkpoints, events, receipts, evidence and web of no other."""

        def job(connection: Connection) -> None:
            for table in STATE:
                connection.execute(delete(table).where(table.c.thread_id == run_id))
            shared = shared_of(connection, run_id)
            connection.execute(delete(RUNS).where(RUNS.c.id == run_id))
            drop_unused(connection, shared)

        await self.states.delete(run_id)
        await self.write(job)
        if not self.is_shared:
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
