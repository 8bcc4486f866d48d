from __future__ import annotations

import operator
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest
from langgraph.channels.delta import DeltaChannel
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from sqlalchemy import func, select
from typing_extensions import TypedDict

from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.checkpoints.saver import RunSaver
from kasen.runtime.store import Store
from kasen.runtime.tables import BLOBS, CHECKPOINTS, STATE, WRITES


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


@pytest.fixture
async def shared(home: Path, either: str) -> AsyncIterator[Store]:
    """A store on SQLite, then one on PostgreSQL."""
    async with Store(home, database=either) as store:
        yield store


def joined(state: list[str], writes: list[list[str]]) -> list[str]:
    return [*state, *(text for write in writes for text in write)]


class Deltas(TypedDict):
    texts: Annotated[list[str], DeltaChannel(joined, snapshot_frequency=5)]
    n: int


async def counts(store: Store, run_id: str) -> dict[str, int]:
    """Rows of a run by table."""
    queries = {t.name: select(func.count()).select_from(t).where(t.c.thread_id == run_id) for t in STATE}
    return await store.read(lambda c: {name: int(c.execute(q).scalar_one()) for name, q in queries.items()})


async def namespaces(store: Store, run_id: str) -> set[str]:
    query = [select(t.c.checkpoint_ns).where(t.c.thread_id == run_id) for t in STATE]
    return await store.read(lambda c: {ns for q in query for ns in c.execute(q).scalars()})


async def test_a_run_keeps_one_checkpoint_and_its_values(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    graph = graphs.chain(12).compile(checkpointer=RunSaver(attempt, set()))
    assert (await graph.ainvoke({"n": 0}, graphs.config_of(attempt), durability="sync")) == {"n": 12}
    kept = await counts(shared, attempt.run_id)
    assert kept["checkpoints"] == 1
    assert kept["writes"] == 0
    assert kept["blobs"] == 0, "what is small stands in the row of the checkpoint"
    assert (await graph.aget_state(graphs.config_of(attempt))).values == {"n": 12}


@pytest.mark.parametrize("durability", ["async", "exit"])
async def test_the_other_durabilities_end_with_as_little(shared: Store, graphs: Any, durability: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    graph = graphs.chain(6).compile(checkpointer=RunSaver(attempt, set()))
    assert (await graph.ainvoke({"n": 0}, graphs.config_of(attempt), durability=durability)) == {"n": 6}
    assert (await counts(shared, attempt.run_id))["checkpoints"] == 1
    assert (await graph.aget_state(graphs.config_of(attempt))).values == {"n": 6}


async def test_history_keeps_everything(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    saver = InDatabase(history=True).saver(attempt, set())
    graph = graphs.chain(12).compile(checkpointer=saver)
    await graph.ainvoke({"n": 0}, graphs.config_of(attempt), durability="sync")
    states = [state async for state in graph.aget_state_history(graphs.config_of(attempt))]
    assert [state.values.get("n", -1) for state in states] == [*range(12, -1, -1), -1]
    earlier = states[7].config
    assert (await graph.ainvoke(None, earlier, durability="sync")) == {"n": 12}


async def test_what_nested_graphs_kept_goes_with_their_step(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    graph = graphs.nesting(asks=True).compile(checkpointer=RunSaver(attempt, set()))
    config = graphs.config_of(attempt)
    paused = await graph.ainvoke({"n": 0}, config, durability="sync")
    assert "__interrupt__" in paused
    assert len(await namespaces(shared, attempt.run_id)) == 2
    # another process goes on
    later = await graphs.next_attempt(attempt)
    again = graphs.nesting(asks=True).compile(checkpointer=RunSaver(later, set()))
    await RunSaver(later, set()).aprune([attempt.run_id])
    assert (await again.aget_state(config)).interrupts
    assert (await again.ainvoke(Command(resume="100"), config, durability="sync")) == {"n": 103}
    assert await namespaces(shared, attempt.run_id) == {""}
    assert (await counts(shared, attempt.run_id))["checkpoints"] == 1


async def test_nested_graphs_that_keep_their_state_over_calls_keep_it(shared: Store, graphs: Any) -> None:
    class Total(TypedDict):
        total: Annotated[int, operator.add]

    inner: StateGraph[Any, Any, Any, Any] = StateGraph(Total)
    inner.add_node("add", lambda _state: {"total": 5})
    inner.add_edge(START, "add")
    counting = inner.compile(checkpointer=True)
    outer = graphs.chain(2)
    seen: list[int] = []

    async def ask(_state: Any) -> dict[str, Any]:
        seen.append((await counting.ainvoke({"total": 1}))["total"])
        return {}

    outer.add_node("one", ask)
    outer.add_edge("n1", "one")
    outer.add_edge("one", END)
    attempt = await graphs.new_attempt(shared)
    graph = outer.compile(checkpointer=RunSaver(attempt, set()))
    for turn in ("first", "second"):  # with the same run_id the second would be a resume
        named: Any = {"configurable": {"thread_id": attempt.run_id, "run_id": turn}}
        await graph.ainvoke({"n": 0}, named, durability="sync")
    assert seen == [6, 12]
    assert all(":" not in ns for ns in await namespaces(shared, attempt.run_id))


async def test_a_delta_channel_keeps_what_it_is_put_together_from(shared: Store, graphs: Any) -> None:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Deltas)
    graph.add_node("add", lambda state: {"texts": [str(state["n"])], "n": state["n"] + 1})
    graph.add_edge(START, "add")
    graph.add_conditional_edges("add", lambda state: "add" if state["n"] % 18 else END, ["add", END])
    attempt = await graphs.new_attempt(shared)
    compiled = graph.compile(checkpointer=RunSaver(attempt, set()))
    await compiled.ainvoke({"n": 1, "texts": []}, graphs.config_of(attempt), durability="sync")
    later = await graphs.next_attempt(attempt)
    saver = RunSaver(later, set())
    again = graph.compile(checkpointer=saver)
    wanted = [str(n) for n in range(1, 18)]
    assert (await again.aget_state(graphs.config_of(attempt))).values["texts"] == wanted
    await saver.aprune([attempt.run_id])
    assert (await again.aget_state(graphs.config_of(attempt))).values["texts"] == wanted
    assert 1 < (await counts(shared, attempt.run_id))["checkpoints"] < 10


async def test_rows_of_the_first_schema_are_read_and_then_go(shared: Store, graphs: Any) -> None:
    """Values stood in the checkpoints themselves, and all checkpoints stayed."""
    attempt = await graphs.new_attempt(shared)
    config = graphs.config_of(attempt)
    saver = RunSaver(attempt, set())
    kept = InDatabase(history=True).saver(attempt, set())
    graph = graphs.chain(5).compile(checkpointer=kept, interrupt_before=["n3"])
    await graph.ainvoke({"n": 0}, config, durability="sync")
    states = [saved async for saved in kept.alist(config)]

    def as_before(connection: Any) -> None:
        for saved in states:
            kind, blob = saver.serde.dumps_typed(saved.checkpoint)
            mine = CHECKPOINTS.c.checkpoint_id == saved.checkpoint["id"]
            connection.execute(CHECKPOINTS.update().where(mine).values(type=kind, checkpoint=blob))
        connection.execute(BLOBS.delete())

    await attempt.write(as_before)
    assert (await counts(shared, attempt.run_id))["checkpoints"] == 5
    later = await graphs.next_attempt(attempt)
    again = graphs.chain(5).compile(checkpointer=RunSaver(later, set()))
    assert (await again.aget_state(config)).values == {"n": 3}
    assert (await again.ainvoke(None, config, durability="sync")) == {"n": 5}
    left = await counts(shared, attempt.run_id)
    assert (left["checkpoints"], left["writes"]) == (1, 0)
    assert (await again.aget_state(config)).values == {"n": 5}
    assert await shared.read(lambda c: c.execute(select(WRITES)).all()) == []
