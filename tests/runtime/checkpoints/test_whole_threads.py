from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langgraph.types import Command
from sqlalchemy import func, select, update

from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.checkpoints.saver import RunSaver
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS, STATE


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


@pytest.fixture
async def shared(home: Path, either: str) -> AsyncIterator[Store]:
    async with Store(home, database=either, states=InDatabase(history=True)) as store:
        yield store


async def paused(store: Store, graphs: Any) -> tuple[Any, Any]:
    """A run that waits for a person inside of a nested graph: its attempt and its graph, for the next."""
    attempt = await graphs.new_attempt(store)
    graph = graphs.nesting(asks=True).compile(checkpointer=store.states.saver(attempt, set()))
    assert "__interrupt__" in await graph.ainvoke({"n": 0}, graphs.config_of(attempt), durability="sync")
    return attempt, graph


async def test_a_pruned_run_that_waits_for_a_person_goes_on(shared: Store, graphs: Any) -> None:
    attempt, graph = await paused(shared, graphs)
    other = await graphs.new_attempt(shared)
    untouched = graphs.chain(3).compile(checkpointer=shared.states.saver(other, set()))
    await untouched.ainvoke({"n": 0}, graphs.config_of(other), durability="sync")
    saver = shared.states.saver(attempt, set())
    before = [saved.config async for saved in saver.alist({"configurable": {"thread_id": attempt.run_id}})]
    await saver.aprune([attempt.run_id])
    left = [saved async for saved in saver.alist({"configurable": {"thread_id": attempt.run_id}})]
    assert len(before) > len(left) == 2, "the latest of each graph"
    assert (await graph.ainvoke(Command(resume="7"), graphs.config_of(attempt), durability="sync")) == {"n": 10}
    assert len([s async for s in saver.alist(graphs.config_of(other))]) == 5


async def test_an_unknown_strategy_is_refused(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    with pytest.raises(ValueError, match="there is no strategy `everything`"):
        await RunSaver(attempt, set()).aprune([attempt.run_id], strategy="everything")


async def test_a_copy_lives_without_the_original(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    saver = shared.states.saver(attempt, set())
    graph = graphs.growing(12, 100).compile(checkpointer=saver)
    await graph.ainvoke({"texts": ["begin" * 200], "n": 0}, graphs.config_of(attempt), durability="sync")
    await saver.acopy_thread(attempt.run_id, "copy")
    await saver.adelete_thread(attempt.run_id)
    state = await graph.aget_state({"configurable": {"thread_id": "copy"}})
    assert len(state.values["texts"]) == 13
    assert (await graph.aget_state(graphs.config_of(attempt))).values == {}


async def test_runs_are_deleted_from_a_thread_with_their_values(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    saver = shared.states.saver(attempt, set())
    graph = graphs.growing(5, 1000).compile(checkpointer=saver)
    for run in ("first", "second"):
        named = {"configurable": {"thread_id": "conversation", "run_id": run}}
        await graph.ainvoke({"texts": [], "n": 0}, named, durability="sync")
    await saver.adelete_for_runs(["second"])
    state = await graph.aget_state({"configurable": {"thread_id": "conversation"}})
    assert len(state.values["texts"]) == 5
    await saver.adelete_for_runs(["first"])
    queries = [select(func.count()).select_from(table) for table in STATE]
    assert await shared.read(lambda c: [c.execute(query).scalar_one() for query in queries]) == [0, 0, 0]


async def test_pruning_old_runs_gives_the_space_back_and_leaves_those_that_wait(home: Path, graphs: Any) -> None:
    file = home / "kasen.db"
    async with Store(home) as store:
        waiting, graph = await paused(store, graphs)
        for _ in range(6):
            attempt = await graphs.new_attempt(store)
            long = graphs.growing(60, 8192).compile(checkpointer=store.states.saver(attempt, set()))
            await long.ainvoke({"texts": [], "n": 0}, graphs.config_of(attempt), durability="sync")
            done = update(RUNS).where(RUNS.c.id == attempt.run_id).values(status="done")
            await store.write(lambda c, done=done: c.execute(done))  # type: ignore[misc]
        await store.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == waiting.run_id).values(status="paused")))
        await store.write(lambda c: c.execute(update(RUNS).values(updated_at="2020-01-01T00:00:00.000+00:00")))
        await store.vacuum()
        full = file.stat().st_size
        old = await store.ended_before("2021-01-01T00:00:00.000+00:00")
        assert len(old) == 6
        for row in old:
            await store.delete(row.id)
        await store.vacuum()
        assert full > 6 * 60 * 8192
        assert file.stat().st_size < full / 5
        assert (await graph.ainvoke(Command(resume="7"), graphs.config_of(waiting), durability="sync")) == {"n": 10}
