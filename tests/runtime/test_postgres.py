"""The store over a real PostgreSQL: what SQLite promises holds there too, and a server that goes away is waited for."""

from __future__ import annotations

import asyncio
import signal
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import OperationalError, ProgrammingError

from kasen.errors import ConfigurationError, Fenced, HomeUnusable, InternalError, StoreFailed
from kasen.runtime import postgres
from kasen.runtime.attempt import Attempt
from kasen.runtime.database import shown
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.tables import RECEIPTS, RUNS
from kasen.runtime.writer import Writer
from servers.postgresql import PostgreSQL
from servers.proxy import CutOnce, Proxy

RECEIPT: dict[str, Any] = {
    "node_path": "n",
    "role": "r",
    "nth": 0,
    "hash": "h",
    "by": "m",
    "why": "",
    "body": "{}",
    "at": "now",
}
RECEIPT |= dict.fromkeys(("calls", "input_tokens", "output_tokens"), 0)
"""A row of `receipts`, but for the run."""


async def begun(store: Store) -> Attempt:
    """The first attempt of a new run."""
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


async def warnings(store: Store, run_id: str) -> list[str]:
    return [event.text for event in await store.events(run_id) if event.type == "warning"]


async def test_a_run_and_its_events_are_kept(either: str, tmp_path: Path) -> None:
    async with Store(tmp_path / "home", database=either) as store:
        attempt = await begun(store)
        await attempt.emit("warning", text="first \x00 word")
        await attempt.emit("warning", text="second")
        assert [event.seq for event in await store.events(attempt.run_id)] == [1, 2]
        assert (await store.run(attempt.run_id[:20])).status == "running"


async def test_a_text_with_a_nul_is_kept_without_it(database: str, tmp_path: Path) -> None:
    async with Store(tmp_path, database=database) as store:
        row = await store.create(team="echo", mode="m", title="a\x00b", lang="en", request={}, options=Options())
        assert (await store.run(row.id)).title == "a\N{REPLACEMENT CHARACTER}b"


async def test_an_older_attempt_is_refused_by_number(either: str, tmp_path: Path) -> None:
    async with Store(tmp_path / "a", database=either) as store:
        old = await begun(store)
        new = Attempt(store, old.run_id, await store.claim(old.run_id))
        await new.emit("warning", text="mine")
        with pytest.raises(Fenced):
            await old.emit("warning", text="late")
        with pytest.raises(Fenced):
            await old.write(lambda connection: None)
        assert await warnings(store, old.run_id) == ["mine"]


async def test_nobody_claims_a_run_between_the_check_of_a_token_and_the_commit(database: str, tmp_path: Path) -> None:
    """The row is held: the claim of another process waits for the commit, so none commits under an old token."""
    async with Store(tmp_path / "a", database=database) as one, Store(tmp_path / "b", database=database) as two:
        attempt = await begun(one)
        reached, go_on = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def slow(_connection: Connection) -> None:
            loop.call_soon_threadsafe(reached.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(20)

        writing = asyncio.create_task(attempt.write(slow))
        await reached.wait()
        claiming = asyncio.create_task(two.claim(attempt.run_id))
        await asyncio.sleep(0.3)
        assert not claiming.done()
        go_on.set()
        await writing
        assert await claiming == 2
        with pytest.raises(Fenced):
            await attempt.write(lambda connection: None)


async def test_what_one_process_writes_is_told_to_another_at_once(database: str, tmp_path: Path) -> None:
    async with Store(tmp_path / "a", database=database) as one, Store(tmp_path / "b", database=database) as two:
        told: asyncio.Queue[str] = asyncio.Queue()
        two.listen(lambda run_id, _events: told.put_nowait(run_id))
        while not two.tells_news:  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0.01)
        attempt = await begun(one)
        await attempt.emit("warning", text="news")
        assert await asyncio.wait_for(told.get(), 10) == attempt.run_id


async def test_a_server_that_is_killed_and_comes_back_loses_nothing(tmp_path: Path) -> None:
    with TemporaryDirectory() as folder, PostgreSQL(Path(folder), keeps=True) as server, server.database() as address:
        async with Store(tmp_path / "home", database=address) as store:
            attempt = await begun(store)
            await attempt.emit("warning", text="before")
            server.stop(signal.SIGKILL)
            meanwhile = asyncio.create_task(attempt.emit("warning", text="while it was away"))
            reading = asyncio.create_task(warnings(store, attempt.run_id))
            await asyncio.sleep(0.3)
            assert not meanwhile.done()
            server.start()
            await meanwhile
            assert (await reading)[:1] == ["before"]
            assert await warnings(store, attempt.run_id) == ["before", "while it was away"]


async def test_a_store_whose_server_is_gone_is_closed_in_silence(tmp_path: Path) -> None:
    """The thread that writes ends like any other: what it raised would be an error of this test."""
    with TemporaryDirectory() as folder, PostgreSQL(Path(folder)) as server:
        async with Store(tmp_path / "home", database=server.address(server.create())) as store:
            await (await begun(store)).emit("warning", text="before")
            server.stop(signal.SIGKILL)


@pytest.mark.parametrize("word", [b"COMMIT", b"pg_current_xact_id"])
async def test_a_write_whose_connection_breaks_happens_once(
    word: bytes, postgresql: PostgreSQL, database: str, tmp_path: Path
) -> None:
    """At the commit it has happened and only the answer was lost; before it nothing has, and it is done again."""
    cut = CutOnce(word)
    with Proxy(postgresql.port) as proxy:
        proxy.cut = cut
        async with Store(tmp_path, database=proxy.address(database)) as store:
            attempt = await begun(store)
            cut.arm()
            await attempt.emit("warning", text="once")
            assert cut.times == 1
            await attempt.emit("warning", text="after")
            assert await warnings(store, attempt.run_id) == ["once", "after"]


@pytest.mark.parametrize("word", [b"UPDATE runs SET", b"INSERT INTO receipts"])
async def test_a_connection_that_breaks_within_a_statement_is_not_kept(
    word: bytes, postgresql: PostgreSQL, database: str, tmp_path: Path
) -> None:
    """SQLAlchemy itself runs these statements, and gives up the connection before the writer hears of it."""
    cut = CutOnce(word)

    def receipt(connection: Connection) -> None:
        connection.execute(insert(RECEIPTS).values({**RECEIPT, "run_id": attempt.run_id}))

    with Proxy(postgresql.port) as proxy:
        proxy.cut = cut
        async with Store(tmp_path, database=proxy.address(database)) as store:
            attempt = await begun(store)
            cut.arm()
            await attempt.write(receipt)
            attempt = Attempt(store, attempt.run_id, await store.claim(attempt.run_id))
            assert cut.times == 1
            assert attempt.fence == 2
            await attempt.emit("warning", text="after")
            assert await warnings(store, attempt.run_id) == ["after"]
            row = await store.read(lambda c: c.execute(select(RECEIPTS)).mappings().one())
            assert row["run_id"] == attempt.run_id


async def test_connections_that_an_outage_left_in_the_pool_are_no_failure(
    postgresql: PostgreSQL, database: str, tmp_path: Path
) -> None:
    """Each is found out when the writer wants to begin with it, and another is taken."""
    with Proxy(postgresql.port) as proxy:
        engine = postgres.open_postgres(proxy.address(database))
        writer = Writer(engine)
        await writer(lambda connection: None)
        with ExitStack() as several:
            for _ in range(3):
                several.enter_context(engine.connect()).execute(text("SELECT 1"))
        proxy.away()
        proxy.back()
        assert await writer(lambda c: c.execute(text("SELECT 7")).scalar_one()) == 7
        assert await writer(lambda c: c.execute(text("SELECT 8")).scalar_one()) == 8
        writer.close()
        assert engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        engine.dispose()


async def test_who_writes_for_a_run_that_was_deleted_is_told_that_it_is_not_his(database: str, tmp_path: Path) -> None:
    """Not that the database refuses a row that names no run, after the same has been tried eight times."""
    times = 0

    def receipt(connection: Connection) -> None:
        nonlocal times
        times += 1
        connection.execute(insert(RECEIPTS).values({**RECEIPT, "run_id": attempt.run_id}))

    async with Store(tmp_path, database=database) as store:
        attempt, other = await begun(store), await begun(store)
        await store.delete(attempt.run_id)
        with pytest.raises(Fenced):
            await attempt.write(receipt)
        assert times == 1
        with pytest.raises(Fenced):
            await attempt.write(receipt, [attempt.event("warning", text="late")])
        assert times == 2
        await other.emit("warning", text="after")
        with pytest.raises(StoreFailed, match="refused a write"):  # the run is there; what it names is not
            await other.write(receipt)
        assert times == 2 + postgres.TRIES


async def test_a_commit_of_which_nobody_knows_is_neither_told_as_done_nor_tried_again(
    postgresql: PostgreSQL, database: str, tmp_path: Path
) -> None:
    """The answer is lost and the server stays away: each job of the batch is in doubt, and each was run once."""
    with Proxy(postgresql.port) as proxy:
        address = proxy.address(database)

        def gone(data: bytes) -> bool:
            if armed and b"COMMIT" in data:
                proxy.close()
                return True
            return False

        armed = False
        proxy.cut = gone
        async with Store(tmp_path / "b", database=database) as near:
            rows = [await begun(near) for _ in "ab"]
        engine = postgres.open_postgres(address)
        writer = Writer(engine, patience_s=0.3)
        await writer(lambda connection: None)
        armed = True
        ran = []

        def job(attempt: Attempt, connection: Connection) -> None:
            ran.append(attempt.run_id)
            connection.execute(update(RUNS).where(RUNS.c.id == attempt.run_id).values(title=RUNS.c.title + "!"))

        both = await asyncio.gather(*(writer(partial(job, one)) for one in rows), return_exceptions=True)
        writer.close()
        engine.dispose()
    assert [type(one) for one in both] == [postgres.InDoubt, postgres.InDoubt]
    assert ran == [one.run_id for one in rows]
    async with Store(tmp_path / "b", database=database) as near:
        assert {(await near.run(one.run_id)).title for one in rows} == {"t!"}


async def test_two_that_wait_for_each_other_both_come_to_an_end(database: str, tmp_path: Path) -> None:
    async with Store(tmp_path / "a", database=database) as one, Store(tmp_path / "b", database=database) as two:
        rows = [await one.create(team="t", mode="m", title="t", lang="en", request={}, options=Options()) for _ in "ab"]
        both = asyncio.Barrier(2)
        loop = asyncio.get_running_loop()
        begins = 0

        def crosswise(first: str, second: str, title: str, connection: Connection) -> None:
            nonlocal begins
            begins += 1
            connection.execute(update(RUNS).where(RUNS.c.id == first).values(title=title))
            if begins <= 2:
                asyncio.run_coroutine_threadsafe(both.wait(), loop).result(20)
            connection.execute(update(RUNS).where(RUNS.c.id == second).values(title=title))

        a, b = rows[0].id, rows[1].id
        await asyncio.gather(
            one.write(lambda c: crosswise(a, b, "one", c)), two.write(lambda c: crosswise(b, a, "two", c))
        )
        assert begins >= 3
        assert (await one.run(a)).title == (await one.run(b)).title


async def test_what_the_server_refuses_is_no_outage(database: str, tmp_path: Path) -> None:
    async with Store(tmp_path, database=database) as store:
        with pytest.raises(StoreFailed, match="the database refused a write: "):
            await store.write(lambda c: c.execute(text("SELECT nonsense")))
        assert not postgres.is_away(ProgrammingError("SELECT nonsense", {}, Exception()))


async def test_a_server_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    address = "postgresql://kasen:secret-word@127.0.0.1:9/kasen"
    with pytest.raises(HomeUnusable, match=r"postgresql://127.0.0.1:9/kasen.* cannot be opened") as error:
        async with Store(tmp_path, database=address):
            pass
    assert "secret-word" not in str(error.value)
    assert shown("postgresql:///kasen?host=/run/pg") == "postgresql:///run/pg/kasen"


def test_a_missing_package_is_one_sentence_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ConfigurationError, match="needs the package `psycopg`") as error:
        postgres.require()
    assert error.value.hint == "Run: pip install 'kasen[postgres]'"


def test_what_failed_because_the_server_was_away_is_told_from_what_it_refused() -> None:
    def failed(cause: Exception, kind: type[Exception] = StoreFailed) -> Exception:
        error = kind("failed")
        error.__cause__ = cause
        return error

    away = OperationalError("SELECT 1", {}, psycopg.OperationalError("the connection is lost"))
    refused = ProgrammingError("SELECT nonsense", {}, psycopg.errors.UndefinedColumn("no such column"))
    for error in (
        failed(away),
        failed(failed(away), InternalError),
        postgres.InDoubt("?"),
        postgres.Away("it cannot be reached"),
        ExceptionGroup("two of a node", [ValueError("another"), failed(away)]),
    ):
        assert postgres.has_gone_away(error), error
    for other in (failed(refused), StoreFailed("the database is closed"), ValueError("another"), None):
        assert not postgres.has_gone_away(other), other
