from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langgraph.checkpoint.conformance.initializer import checkpointer_test
from langgraph.checkpoint.conformance.validate import validate
from valkey.asyncio import Valkey

from kasen.errors import Fenced, StoreFailed
from kasen.runtime.checkpoints.outside import OutsideSaver
from kasen.runtime.checkpoints.redis import InRedis
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from servers.redis import MISSING, PROGRAM, Redis

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    with Redis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
async def store(home: Path, server: Redis) -> AsyncIterator[Store]:
    async with Store(home, states=InRedis(server.url)) as store:
        yield store


def started(home: Path, server: Redis, run_id: str) -> subprocess.Popen[str]:
    child = str(Path(__file__).with_name("redis_child.py"))
    paths = {"PYTHONPATH": str(Path(__file__).parents[2])}
    line = [sys.executable, child, str(home), server.url, run_id]
    return subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=paths)


async def keys(server: Redis) -> list[str]:
    client = Valkey.from_url(server.url.replace("redis:", "valkey:"))
    try:
        return sorted([key.decode() async for key in client.scan_iter()])
    finally:
        await client.aclose()


async def test_it_does_what_a_checkpointer_must(store: Store, graphs: Any) -> None:
    @checkpointer_test(name="redis")
    async def everything() -> AsyncGenerator[Any, None]:
        attempt = await graphs.new_attempt(store)
        yield OutsideSaver(attempt, store.states.saver(attempt, set())._kept)  # type: ignore[attr-defined]

    results = (await validate(everything)).results
    assert [failure for result in results.values() for failure in result.failures or ()] == []
    assert {name for name, result in results.items() if result.passed} == {
        "put",
        "put_writes",
        "get_tuple",
        "list",
        "delete_thread",
    }


async def test_a_run_goes_on_in_another_process_and_leaves_as_little_as_it_needs(
    home: Path, server: Redis, graphs: Any
) -> None:
    async with Store(home, states=InRedis(server.url)) as first:
        attempt = await graphs.new_attempt(first)
        graph = graphs.chain(9).compile(checkpointer=first.states.saver(attempt, set()), interrupt_before=["n5"])
        assert (await graph.ainvoke({"n": 0}, graphs.config_of(attempt), durability="sync"))["n"] == 5
    before = [key for key in await keys(server) if attempt.run_id in key]
    assert 2 <= len(before) <= 3
    async with Store(home, states=InRedis(server.url)) as second:
        later = await graphs.next_attempt(attempt, second)
        graph = graphs.chain(9).compile(checkpointer=second.states.saver(later, set()))
        assert (await graph.ainvoke(None, graphs.config_of(attempt), durability="sync"))["n"] == 9
        await second.delete(attempt.run_id)
    assert [key for key in await keys(server) if attempt.run_id in key] == []


async def test_a_run_whose_process_is_killed_goes_on_from_its_last_step(home: Path, server: Redis, graphs: Any) -> None:
    async with Store(home, states=InRedis(server.url)) as store:
        attempt = await graphs.new_attempt(store)
        with started(home, server, attempt.run_id) as child:
            assert child.stdout is not None
            assert await asyncio.to_thread(child.stdout.readline) == "standing\n"
            child.kill()
        later = await graphs.next_attempt(attempt)
        graph = graphs.chain(6).compile(checkpointer=store.states.saver(later, set()))
        state = await graph.aget_state(graphs.config_of(attempt))
        assert (state.values, state.next) == ({"n": 3}, ("n3",))
        assert (await graph.ainvoke(None, graphs.config_of(attempt), durability="sync"))["n"] == 6


async def test_a_late_owner_is_refused_by_the_database(store: Store, graphs: Any) -> None:
    older = await graphs.new_attempt(store)
    graph = graphs.chain(3).compile(checkpointer=store.states.saver(older, set()))
    await graphs.next_attempt(older)
    with pytest.raises(Fenced):
        await graph.ainvoke({"n": 0}, graphs.config_of(older), durability="sync")


async def test_a_whole_run_of_kasen_says_that_it_has_one_owner(store: Store, scenes: Any) -> None:
    runner = Runner(store, scenes.host_of(None, store.home))
    row = await runner.wait(await runner.start("echo", {"text": "hello world"}))
    assert row.status == "done"
    warnings = [event.text for event in await store.events(row.id) if event.type == "warning"]
    assert len([text for text in warnings if "only one process may drive it" in text]) == 1
    finished = [event.task for event in await store.events(row.id) if event.type == "node_finished"]
    assert len(finished) == len(set(finished)) == 6


async def test_a_server_that_is_gone_is_an_error_and_never_a_run_without_a_state(
    tmp_path: Path, home: Path, graphs: Any
) -> None:
    (tmp_path / "own").mkdir()
    with Redis(tmp_path / "own") as own:
        async with Store(home, states=InRedis(own.url)) as store:
            attempt = await graphs.new_attempt(store)
            config = graphs.config_of(attempt)
            graph = graphs.chain(4).compile(checkpointer=store.states.saver(attempt, set()), interrupt_before=["n2"])
            await graph.ainvoke({"n": 0}, config, durability="sync")
            own.stop()
            for asked in (graph.aget_state(config), graph.ainvoke(None, config, durability="sync")):
                with pytest.raises(StoreFailed, match=f"127.0.0.1:{own.port} does not answer") as error:
                    await asked
                assert "continue the run" in error.value.hint
            own.start()
            assert (await graph.ainvoke(None, config, durability="sync"))["n"] == 4


async def test_nobody_there_is_said_when_the_store_is_opened(home: Path) -> None:
    with pytest.raises(StoreFailed, match=r"127\.0\.0\.1:9 does not answer"):
        async with Store(home, states=InRedis("redis://user:geheim@127.0.0.1:9/0")):
            pass
