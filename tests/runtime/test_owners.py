"""Who drives which run, on one machine and on several over PostgreSQL: homes of their own stand for machines here."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from kasen.errors import RunBusy, StoreFailed
from kasen.runtime.owners import SessionOwners, owned
from kasen.runtime.store import Store
from servers.postgresql import PostgreSQL
from servers.proxy import Proxy

RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
HOLDER = """
import asyncio, sys
from pathlib import Path
from kasen.runtime.store import Store
async def main():
    async with Store(Path(sys.argv[1]), database=sys.argv[2]) as store:
        release = await store.owners.take(sys.argv[3])
        print("taken", flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""


async def until(store: Store, *, is_owned: bool, within: float = 20.0) -> None:
    """Wait until somebody owns the run, or nobody does."""
    async with asyncio.timeout(within):
        while await store.is_owned(RUN) != is_owned:  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.01)


@pytest.fixture
def homes(either: str, tmp_path: Path) -> tuple[Path, Path]:
    """The homes of two processes: one folder on SQLite, two machines on PostgreSQL."""
    return (tmp_path / "a", tmp_path / ("b" if either else "a"))


async def test_a_run_is_owned_by_one(either: str, homes: tuple[Path, Path]) -> None:
    async with Store(homes[0], database=either) as one, Store(homes[1], database=either) as two:
        async with owned(one.owners, RUN):
            assert await two.owned_of([RUN, "another"]) == {RUN}
            for store in (one, two):
                with pytest.raises(RunBusy, match=f"run {RUN} is being driven by another process"):
                    await store.owners.take(RUN)
        await until(two, is_owned=False)
        async with owned(two.owners, RUN):
            assert await one.is_owned(RUN)


async def test_who_lets_go_may_take_it_again_at_once(either: str, homes: tuple[Path, Path]) -> None:
    async with Store(homes[0], database=either) as one, Store(homes[1], database=either) as two:
        for _ in range(20):
            (await one.owners.take(RUN))()
        release = await one.owners.take(RUN)
        await asyncio.sleep(0.1)
        assert await two.is_owned(RUN)
        release()
        await until(two, is_owned=False)


async def test_a_killed_process_owns_nothing(either: str, homes: tuple[Path, Path]) -> None:
    line = [sys.executable, "-c", HOLDER, str(homes[1]), either, RUN]
    process = await asyncio.create_subprocess_exec(*line, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"taken\n"
    async with Store(homes[0], database=either) as store:
        assert await store.is_owned(RUN)
        process.send_signal(signal.SIGKILL)
        await process.wait()
        await until(store, is_owned=False)
        async with owned(store.owners, RUN):
            pass


async def test_when_the_server_comes_back_its_owner_has_it_still(tmp_path: Path) -> None:
    with TemporaryDirectory() as folder, PostgreSQL(Path(folder)) as server, server.database() as address:
        owners = SessionOwners(address, tmp_path / "a", beat_s=0.05)
        async with Store(tmp_path / "b", database=address) as other, owned(owners, RUN):
            assert await other.is_owned(RUN)
            server.stop(signal.SIGINT)
            server.start()
            await until(other, is_owned=True)
            with pytest.raises(RunBusy):
                await other.owners.take(RUN)
        await owners.close()


async def test_who_is_silent_owns_nothing_any_more(database: str, tmp_path: Path) -> None:
    """A process that is stuck, or whose machine is gone, keeps its connection; the server ends it."""
    stuck = SessionOwners(database, tmp_path / "a", beat_s=600, silent_s=0.5)
    lively = SessionOwners(database, tmp_path / "b", beat_s=0.1, silent_s=0.5)
    async with Store(tmp_path / "c", database=database) as other:
        (await stuck.take(RUN), await lively.take("another"))
        assert await other.owned_of([RUN, "another"]) == {RUN, "another"}
        await until(other, is_owned=False)
        assert await other.owned_of([RUN, "another"]) == {"another"}
        async with owned(other.owners, RUN):
            pass
    await stuck.close()
    await lively.close()


async def test_a_take_that_is_cancelled_when_the_server_has_granted_it_leaves_nothing(
    postgresql: PostgreSQL, database: str, tmp_path: Path
) -> None:
    async with through(postgresql, database, tmp_path) as (proxy, owners, other):
        (await owners.take("another"))()
        taking = asyncio.create_task(owners.take(RUN))
        proxy.cut = cancelling(taking, b"pg_try_advisory_lock")
        await asyncio.wait({taking})
        assert taking.cancelled()
        await until(other, is_owned=False)
        async with owned(owners, RUN):
            assert await other.is_owned(RUN)
        await until(other, is_owned=False)


@pytest.mark.parametrize("word", [b"idle_session_timeout", b"pg_try_advisory_lock"])
async def test_a_new_session_that_is_cancelled_before_it_has_what_the_old_one_held_is_none(
    word: bytes, postgresql: PostgreSQL, database: str, tmp_path: Path
) -> None:
    async with through(postgresql, database, tmp_path) as (proxy, owners, other), owned(owners, RUN):
        proxy.away()
        with pytest.raises(StoreFailed):
            await owners.take("one")
        proxy.back()
        await until(other, is_owned=False)
        taking = asyncio.create_task(owners.take("two"))
        proxy.cut = cancelling(taking, word)
        await asyncio.wait({taking})
        assert taking.cancelled()
        async with owned(owners, "three"):
            assert await other.owned_of([RUN, "two", "three"]) == {RUN, "three"}


@asynccontextmanager
async def through(
    postgresql: PostgreSQL, database: str, folder: Path
) -> AsyncGenerator[tuple[Proxy, SessionOwners, Store]]:
    """Owners who reach the server by way of a proxy, and do nothing by themselves; a store that reaches it directly."""
    with Proxy(postgresql.port) as proxy:
        address = proxy.address(database)
        owners = SessionOwners(address, folder / "a", beat_s=600)
        async with Store(folder / "b", database=database) as other:
            yield proxy, owners, other
            await owners.close()


def cancelling(task: asyncio.Task[Any], word: bytes) -> Callable[[bytes], bool]:
    """For `Proxy.cut`: cuts nothing; the task is cancelled before the server gets the first message with that word."""
    loop, waits = asyncio.get_running_loop(), [True]

    def cut(data: bytes) -> bool:
        if word in data and waits:
            waits.clear()
            loop.call_soon_threadsafe(task.cancel)
            time.sleep(0.3)  # noqa: TID251 - in a thread of the proxy
        return False

    return cut


async def test_without_the_server_nobody_becomes_owner(tmp_path: Path) -> None:
    owners = SessionOwners("postgresql://postgres@127.0.0.1:9/none", tmp_path)
    with pytest.raises(StoreFailed, match="the database cannot be reached"):
        await owners.take(RUN)
    await owners.close()


async def test_an_outage_is_told_once_however_often_it_is_looked(
    postgresql: PostgreSQL, database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Proxy(postgresql.port) as proxy:
        owners = SessionOwners(proxy.address(database), tmp_path, beat_s=0.02)
        async with Store(tmp_path / "b", database=database) as other, owned(owners, RUN):
            for times in (1, 2):
                proxy.away()
                await asyncio.sleep(0.5)
                said = [record.getMessage() for record in caplog.records if "cannot be reached" in record.getMessage()]
                assert len(said) == times, said
                proxy.back()
                await until(other, is_owned=True)
        await owners.close()
