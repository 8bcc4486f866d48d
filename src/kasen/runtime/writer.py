"""The one writer of a process: a thread that commits what is waiting in one transaction."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from kasen.errors import StoreFailed
from kasen.runtime.database import cause_of
from kasen.runtime.file_transactions import FileTransactions, NotBegun
from kasen.runtime.postgres import PATIENCE_S, InDoubt, Transactions, is_away

T = TypeVar("T")
Job = Callable[[Connection], T]
HELD = "is locked"
"""What SQLite says of a file that another process writes to."""
BATCH = 256
"""Jobs that share one commit at most; each is small, so the transaction stays short."""


class Rest:
    """What is written by itself, before all that was handed in later, when the job fails that it went with.

    `error`: why even that could not be written. It was not tried when the database was away or closed.
    """

    __slots__ = ("error", "is_written", "job")

    def __init__(self, job: Job[Any]) -> None:
        self.job = job
        self.is_written = False
        self.error: BaseException | None = None


class _Waiting(NamedTuple):
    job: Job[Any]
    rest: Rest | None
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class _Ended(NamedTuple):
    waiting: _Waiting
    value: Any = None
    error: BaseException | None = None


class Writer:
    """Runs jobs in the order they were handed in, many to a commit.

    A job is a function of a connection inside an open transaction; it may raise, and then nothing of it stays and
    only its own caller hears of it. It may be run twice, when another job of its batch failed or the server went away:
    it changes nothing but the database. A caller that stops waiting does not undo its job.
    `patience_s`: how long a server that went away is waited for.
    """

    def __init__(self, engine: Engine, *, patience_s: float = PATIENCE_S) -> None:
        self.after_commit: Callable[[], None] = lambda: None
        """Called in the writer's thread."""
        self._closed = False
        is_shared = engine.dialect.name == "postgresql"
        self._transactions = Transactions(engine, patience_s=patience_s) if is_shared else FileTransactions(engine)
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="kasen-writer", daemon=True)
        self._thread.start()

    async def __call__(self, job: Job[T], *, rest: Rest | None = None) -> T:
        """Run `job` in a committed transaction and return its value; when it fails, `rest` in one of its own.

        Raises:
            StoreFailed: the database refused (disk full, I/O error, lock not to be had), or is closed.
        """
        return cast("T", await self.hand_in(job, rest=rest))

    def hand_in(self, job: Job[T], *, rest: Rest | None = None) -> asyncio.Future[Any]:
        """The same without waiting: the future has what `await` would give. Raises StoreFailed when it is closed."""
        if self._closed:
            raise StoreFailed("the database is closed; nothing more can be written")
        loop = asyncio.get_running_loop()
        waiting = _Waiting(job, rest, loop, loop.create_future())
        self._jobs.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Finish what is queued and end the thread."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join(timeout=10)

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        """Run jobs in one transaction; their values are handed out when it is committed. Crash tests override this."""
        return self._transactions(batch)

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch, more = self._batch(first)
            _tell(self._commit(batch))
            self.after_commit()
            if not more:
                break
        self._transactions.close()

    def _batch(self, first: _Waiting) -> tuple[list[_Waiting], bool]:
        batch = [first]
        while len(batch) < BATCH:
            try:
                waiting = self._jobs.get_nowait()
            except queue.Empty:
                return batch, True
            if waiting is None:
                return batch, False
            batch.append(waiting)
        return batch, True

    def _commit(self, batch: list[_Waiting]) -> list[_Ended]:
        values, error = self._tried([waiting.job for waiting in batch])
        if error is None:
            return [_Ended(waiting, value) for waiting, value in zip(batch, values, strict=True)]
        if isinstance(error, InDoubt | NotBegun) or is_away(error):  # no job's fault: not tried once more for each
            return [_Ended(waiting, error=_named(error)) for waiting in batch]
        if len(batch) == 1:
            self._write_rest(batch[0].rest)
            return [_Ended(batch[0], error=_named(error))]
        return [ended for waiting in batch for ended in self._commit([waiting])]

    def _write_rest(self, rest: Rest | None) -> None:
        if rest is None:
            return
        _, error = self._tried([rest.job])
        rest.is_written = error is None
        rest.error = None if error is None else _named(error)

    def _tried(self, jobs: list[Job[Any]]) -> tuple[list[Any], BaseException | None]:
        """What they give, or what was raised."""
        try:
            return self.transact(jobs), None
        except BaseException as error:  # noqa: BLE001 - whatever a job raises belongs to its caller
            return [], error


def _tell(ended: list[_Ended]) -> None:
    """Wake each event loop once for the whole batch: waking it takes as long as a write."""
    for loop in {each.waiting.loop for each in ended}:
        mine = [each for each in ended if each.waiting.loop is loop]
        with suppress(RuntimeError):  # a loop that is closed waits for nothing
            loop.call_soon_threadsafe(_settle, mine)


def _settle(ended: list[_Ended]) -> None:
    for waiting, value, error in ended:
        if waiting.future.done():  # its caller stopped waiting
            continue
        if error is None:
            waiting.future.set_result(value)
        else:
            waiting.future.set_exception(error)


def _named(error: BaseException) -> BaseException:
    if not isinstance(error, SQLAlchemyError | sqlite3.Error):
        return error
    cause = cause_of(error)
    hint = "End what holds it, or wait; then continue." if HELD in cause else "Free some space, then continue."
    failed = StoreFailed(f"the database refused a write: {cause}", hint=hint)
    failed.__cause__ = error
    return failed
