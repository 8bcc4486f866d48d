"""The one writer of a process: a thread that commits what is waiting in one transaction."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from kasen.errors import StoreFailed
from kasen.runtime.database import cause_of

T = TypeVar("T")
Job = Callable[[Connection], T]
BATCH = 256
"""Jobs that share one commit at most; each is small, so the transaction stays short."""


class _Waiting(NamedTuple):
    job: Job[Any]
    future: Future[Any]


class Writer:
    """Runs jobs in the order they were handed in, many to a commit.

    A job is a function of a connection inside an open transaction; it may raise, and then nothing of it stays and
    only its own caller hears of it. It may be run twice, when another job of its batch failed: it changes nothing but
    the database. A caller that stops waiting does not undo its job.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._closed = False
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="kasen-writer", daemon=True)
        self._thread.start()

    async def __call__(self, job: Job[T]) -> T:
        """Run `job` in a committed transaction and return its value.

        Raises:
            StoreFailed: the database refused (disk full, I/O error, lock not to be had), or is closed.
        """
        return await asyncio.wrap_future(self.submit(job))

    def submit(self, job: Job[T]) -> Future[T]:
        """Queue `job`; the future is done when it is committed."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # from here on it cannot be cancelled: the job is done all the same
        if self._closed:
            future.set_exception(StoreFailed("the database is closed; nothing more can be written"))
        else:
            self._jobs.put(_Waiting(job, future))
        return future

    def close(self) -> None:
        """Finish what is queued and end the thread."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join(timeout=10)

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        """Run jobs in one transaction; their values are handed out when it is committed. Crash tests override this."""
        with self._engine.begin() as connection:
            return [job(connection) for job in batch]

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch, more = self._batch(first)
            self._commit(batch)
            if not more:
                return

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

    def _commit(self, batch: list[_Waiting]) -> None:
        try:
            values = self.transact([waiting.job for waiting in batch])
        except BaseException as error:  # noqa: BLE001 - whatever a job raises belongs to its caller
            if len(batch) == 1:
                batch[0].future.set_exception(_named(error))
                return
            for waiting in batch:
                self._commit([waiting])
            return
        for waiting, value in zip(batch, values, strict=True):
            waiting.future.set_result(value)


def _named(error: BaseException) -> BaseException:
    if not isinstance(error, SQLAlchemyError | sqlite3.Error):
        return error
    failed = StoreFailed(f"the database refused a write: {cause_of(error)}", hint="Free some space, then continue.")
    failed.__cause__ = error
    return failed
