from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, insert, update

from kasen.runtime.local import open_runner
from kasen.runtime.owners import Owners, Release
from kasen.runtime.rows import Options
from kasen.runtime.tables import NESTED, RUNS
from kasen.server.app import create_app
from kasen.server.at_work import AtWork, Busy, active_of
from kasen.server.context import ServerDeps
from kasen.server.errors import problem
from kasen.server.limits import ServerLimits
from kasen.settings import load_settings
from server.streaming import live

HERE = "http://127.0.0.1:8317"


async def test_who_has_as_many_at_work_as_he_may_is_told_to_ask_again(deps: ServerDeps) -> None:
    places = AtWork(deps.runner, ServerLimits(runs_at_work=1, waiting_each=1, runs_in_all=1, waiting_in_all=2))
    async with places.place("yuki"), places.place("yuki"):
        with pytest.raises(Busy, match="2 runs of yours are at work or wait") as busy:
            async with places.place("yuki"):
                raise AssertionError("a third place")
        async with places.place("ken"):
            with pytest.raises(Busy, match="the server has as many"):
                async with places.place("mio"):
                    raise AssertionError("a fourth place")
    async with places.place("yuki"), places.place("yuki"):
        pass
    answer = problem(busy.value)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")


async def test_what_is_driven_counts_for_its_owner_and_the_run_that_is_meant_does_not(deps: ServerDeps) -> None:
    places = AtWork(deps.runner, ServerLimits(runs_at_work=1, waiting_each=0))
    async with deps.runner.turns.turn("RUN", "yuki", waits=nothing):
        with pytest.raises(Busy):
            async with places.place("yuki"):
                raise AssertionError("a second place")
        async with places.place("yuki", but="RUN"), places.place("yuki", but="RUN"), places.place("ken"):
            pass
    async with places.place("yuki"):
        pass


async def nothing() -> None: ...


# Several servers over one database


@asynccontextmanager
async def two_servers(database: str, folder: Path, **limits: int) -> AsyncIterator[list[tuple[ServerDeps, Any]]]:
    """Two servers, each with a home of its own and a client that bears the token of `mio`."""
    async with AsyncExitStack() as opened:
        servers = []
        for name in ("one", "other"):
            settings = load_settings(home=folder / name, database=database, preset="none")
            runner = await opened.enter_async_context(open_runner(settings, serves=True))
            deps = ServerDeps(runner=runner, settings=settings, limits=ServerLimits(**limits))
            bearer = {"authorization": f"Bearer {deps.door.tokens.add('mio')}"}
            asking = httpx.AsyncClient(
                transport=httpx.ASGITransport(app=create_app(deps)), base_url=HERE, headers=bearer
            )
            servers.append((deps, await opened.enter_async_context(asking)))
        yield servers


async def started(client: httpx.AsyncClient, thread: str = "") -> int:
    options = {"preset": "none", "thread": thread} if thread else {"preset": "none"}
    given = {"team": "echo", "request": {"text": "a b"}, "options": options}
    return (await client.post("/api/runs", json=given)).status_code


class Slow:
    """Owners by whom a run is taken when they are told to."""

    def __init__(self, owners: Owners) -> None:
        self._owners = owners
        self.asked = asyncio.Event()
        self.go = asyncio.Event()

    async def take(self, run_id: str) -> Release:
        self.asked.set()
        await self.go.wait()
        return await self._owners.take(run_id)

    def of(self, connection: Connection, run_ids: Collection[str]) -> set[str]:
        return self._owners.of(connection, run_ids)

    async def close(self) -> None:
        await self._owners.close()


@pytest.mark.parametrize("threads", [("", ""), ("one", "other")], ids=["alone", "in threads"])
async def test_a_run_that_is_recorded_and_not_yet_driven_is_counted_once(
    database: str, tmp_path: Path, threads: tuple[str, str]
) -> None:
    async with two_servers(database, tmp_path, runs_at_work=1, waiting_each=1) as [(one, asks), _]:
        one.runner.store.owners = slow = Slow(one.runner.store.owners)
        first = asyncio.create_task(started(asks, threads[0]))
        await asyncio.wait_for(slow.asked.wait(), 20)
        second = asyncio.create_task(started(asks, threads[1]))
        while len(await one.runner.store.runs()) < 2 and not second.done():  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0.01)
        third = await started(asks)
        slow.go.set()
        assert (await first, await second, third) == (201, 201, 429)
        await done(one)


async def test_the_limit_of_a_token_holds_over_all_servers_of_a_database(database: str, tmp_path: Path) -> None:
    async with two_servers(database, tmp_path, runs_at_work=1, waiting_each=2) as servers:
        (one, asks_one), (other, asks_other) = servers
        held = [await live(one.runner.store, "mio"), await live(other.runner.store, "mio")]
        assert await started(asks_one) == 201, "the third"
        await done(one)
        row = await held[0].attempt.store.create(
            team="echo", mode="echo", title="t", lang="en", request={"text": "t"}, options=Options(), owner="mio"
        )
        assert [await started(asks_one), await started(asks_other)] == [429, 429], "one waits, two are at work"
        async with one.at_work.place("ken"), other.at_work.place("mio", but=row.id):
            pass
        await one.runner.delete(row.id)
        assert await started(asks_other) == 201
        await done(other)
        for run in held:
            run.end()


async def done(deps: ServerDeps) -> None:
    for run_id in deps.runner.driven:
        await deps.runner.wait(run_id)


async def test_runs_that_a_run_asked_for_and_runs_that_are_over_take_no_place(deps: ServerDeps) -> None:
    store = deps.runner.store
    mine = [await live(store, "mio") for _ in range(3)]
    await store.write(
        lambda c: c.execute(
            insert(NESTED).values(run_id=mine[0].id, key="k", child_id=mine[1].id, team="echo", role="r", settled=0)
        )
    )
    assert await store.read(lambda c: active_of(c, "mio")) == {mine[0].id, mine[2].id}
    await store.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == mine[2].id).values(status="paused")))
    assert await store.read(lambda c: active_of(c, "mio")) == {mine[0].id}
    await store.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == mine[0].id).values(team="code")))
    assert await store.read(lambda c: active_of(c, "mio")) == set(), "no server drives that team"
    for run in mine:
        run.end()
