from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, Engine

from kasen.errors import StoreFailed
from kasen.runtime.writer import Job, Writer
from runtime.said import new_engine, said, say

T = TypeVar("T")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = new_engine(tmp_path / "some.db")
    yield engine
    engine.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[CountingWriter]:
    writer = CountingWriter(engine)
    yield writer
    writer.close()


class CountingWriter(Writer):
    def __init__(self, engine: Engine) -> None:
        self.batches: list[int] = []
        super().__init__(engine)

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        self.batches.append(len(batch))
        return super().transact(batch)


def fail(connection: Connection) -> int:
    say(connection, 99)
    raise KeyError("mine")


async def hold(writer: Writer) -> threading.Event:
    """Keep the thread busy until the event is set, so that what is queued meanwhile becomes one batch."""
    go, busy = threading.Event(), threading.Event()

    def wait(_connection: Connection) -> None:
        busy.set()
        go.wait(10)

    await queued(writer, wait)
    assert busy.wait(10)
    return go


async def queued(writer: Writer, *jobs: Job[T]) -> list[asyncio.Task[T]]:
    """Hand in jobs in this order without waiting for them."""
    tasks = [asyncio.ensure_future(writer(job)) for job in jobs]
    await asyncio.sleep(0)
    return tasks


async def test_a_value_comes_back_when_it_is_committed(writer: CountingWriter, engine: Engine) -> None:
    assert await writer(lambda c: say(c, 1)) == 1
    assert said(engine) == [1]


async def test_what_waits_shares_one_commit_in_the_order_it_was_handed_in(
    writer: CountingWriter, engine: Engine
) -> None:
    go = await hold(writer)
    order: list[int] = []
    jobs = await queued(writer, *(partial(lambda n, c: order.append(say(c, n)), n) for n in range(40)))
    go.set()
    await asyncio.gather(*jobs)
    assert order == list(range(40))
    assert writer.batches == [1, 40]
    assert said(engine) == list(range(40))


async def test_a_job_that_fails_harms_only_its_own_caller(writer: CountingWriter, engine: Engine) -> None:
    go = await hold(writer)
    before, bad, after = await queued(writer, lambda c: say(c, 1), fail, lambda c: say(c, 2))
    go.set()
    assert (await before, await after) == (1, 2)
    with pytest.raises(KeyError, match="mine"):
        await bad
    assert said(engine) == [1, 2]


async def test_a_caller_that_stops_waiting_does_not_undo_its_job_and_harms_nobody(
    writer: CountingWriter, engine: Engine
) -> None:
    go = await hold(writer)
    waiting = asyncio.create_task(writer(lambda c: say(c, 1)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    go.set()
    assert await asyncio.wait_for(writer(lambda c: say(c, 2)), 10) == 2
    assert said(engine) == [1, 2]


async def test_closing_finishes_what_is_queued(engine: Engine) -> None:
    writer = Writer(engine)
    go = await hold(writer)
    jobs = await queued(writer, *(partial(lambda n, c: say(c, n), n) for n in range(300)))
    go.set()
    writer.close()
    assert await asyncio.gather(*jobs) == list(range(300))
    assert said(engine) == list(range(300))


async def test_a_write_after_closing_fails_instead_of_waiting_for_ever(engine: Engine) -> None:
    writer = Writer(engine)
    writer.close()
    with pytest.raises(StoreFailed, match="closed"):
        await asyncio.wait_for(writer(lambda c: say(c, 1)), 10)


def test_a_loop_that_is_closed_before_its_write_is_done_harms_nobody(engine: Engine) -> None:
    writer = Writer(engine)

    async def leave() -> None:
        go.append(await hold(writer))
        await queued(writer, lambda c: say(c, 1))

    go: list[threading.Event] = []
    asyncio.run(leave())
    go[0].set()
    assert asyncio.run(writer(lambda c: say(c, 2))) == 2
    assert said(engine) == [1, 2]
    writer.close()


async def test_what_the_database_refuses_is_one_typed_error(writer: CountingWriter) -> None:
    await writer(lambda c: say(c, 1))
    with pytest.raises(StoreFailed, match=r"refused a write: UNIQUE constraint failed: said\.n"):
        await writer(lambda c: say(c, 1))


async def test_a_file_that_another_process_holds_is_waited_for_once_for_all_that_waits(
    writer: CountingWriter, engine: Engine
) -> None:
    """Not once for each job, which for 256 of them, at 30 seconds each, would take two hours."""
    await writer(lambda c: c.exec_driver_sql("PRAGMA busy_timeout=500").close())
    writer.batches.clear()
    with closing(sqlite3.connect(str(engine.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        (first,) = await queued(writer, lambda c: say(c, 0))
        while not writer.batches:  # noqa: ASYNC110 - another thread fills it
            await asyncio.sleep(0.001)
        jobs = await queued(writer, *(partial(lambda n, c: say(c, n), n) for n in range(1, 21)))
        found = await asyncio.gather(first, *jobs, return_exceptions=True)
        other.execute("ROLLBACK")
    assert writer.batches == [1, 20]
    assert {getattr(error, "hint", "") for error in found} == {"End what holds it, or wait; then continue."}
    assert {(type(error), str(error)) for error in found} == {
        (StoreFailed, "the database refused a write: database is locked")
    }
    assert await writer(lambda c: say(c, 1)) == 1
    assert said(engine) == [1]
