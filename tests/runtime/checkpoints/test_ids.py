from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import id as made
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from sqlalchemy import func, select

from kasen.runtime.checkpoints.ids import go_past
from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.store import Store
from kasen.runtime.tables import CHECKPOINTS

NODES, ASKS = 12, 8
OTHER_MACHINE = Callable[[float], None]


@pytest.fixture
def other_machine(monkeypatch: pytest.MonkeyPatch) -> OTHER_MACHINE:
    """`other_machine(ahead_s)`: from now on ids are made as by a new process where the clock is so far ahead."""

    def begin(ahead_s: float) -> None:
        ahead = (time.time_ns() + int(ahead_s * 1e9)) // 100 + 0x01B21DD213814000
        monkeypatch.setattr(made, "_last_v6_timestamp", ahead if ahead_s else None)

    return begin


def chain(ran: Counter[str], dies: set[str]) -> StateGraph[Any, Any, Any, Any]:
    """Twelve nodes, one after another, of which one asks; each of `dies` fails the first time."""
    graphs = import_module("runtime.checkpoints.graphs")
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(graphs.Plain)

    def node(name: str) -> Callable[[Any], dict[str, Any]]:
        def work(state: Any) -> dict[str, Any]:
            if name in dies:
                dies.remove(name)
                raise RuntimeError(name)
            added = interrupt("how many?") if name == f"n{ASKS}" else 1
            ran[name] += 1
            return {"n": state["n"] + added}

        return work

    names = [f"n{i}" for i in range(NODES)]
    for name in names:
        work: Any = node(name)
        graph.add_node(name, work)
    for one, other in pairwise([START, *names, END]):
        graph.add_edge(one, other)
    return graph


@pytest.mark.parametrize("history", [False, True], ids=["latest", "history"])
async def test_what_a_machine_whose_clock_is_ahead_has_finished_is_found_by_those_whose_is_not(
    home: Path, either: str, other_machine: OTHER_MACHINE, history: bool
) -> None:
    graphs = import_module("runtime.checkpoints.graphs")
    ran: Counter[str] = Counter()
    dies = {"n3", "n6", "n10"}
    async with Store(home, database=either, states=InDatabase(history=history)) as store:
        attempt = await graphs.new_attempt(store)
        config = graphs.config_of(attempt)
        given: Any = {"n": 0}
        for ahead_s, where in ((3600.0, "n3"), (60.0, "n6")):
            other_machine(ahead_s)
            graph = chain(ran, dies).compile(checkpointer=store.states.saver(attempt, set()))
            with pytest.raises(RuntimeError, match=where):
                await graph.ainvoke(given, config, durability="sync")
            attempt, given = await graphs.next_attempt(attempt), None
        other_machine(0)
        graph = chain(ran, dies).compile(checkpointer=store.states.saver(attempt, set()))
        paused = await graph.ainvoke(None, config, durability="sync")
        asked = [one.id for one in paused["__interrupt__"]]
        for answer in (None, 100):
            other_machine(0)
            attempt = await graphs.next_attempt(attempt)
            graph = chain(ran, dies).compile(checkpointer=store.states.saver(attempt, set()))
            stands = await graph.aget_state(config)
            assert [one.id for one in stands.interrupts] == asked
            if answer is not None:
                with pytest.raises(RuntimeError, match="n10"):
                    await graph.ainvoke(Command(resume={asked[0]: answer}), config, durability="sync")
        other_machine(0)
        attempt = await graphs.next_attempt(attempt)
        graph = chain(ran, dies).compile(checkpointer=store.states.saver(attempt, set()))
        assert await graph.ainvoke(None, config, durability="sync") == {"n": NODES - 1 + 100}
        count = select(func.count()).select_from(CHECKPOINTS).where(CHECKPOINTS.c.thread_id == attempt.run_id)
        kept = await store.read(lambda c: c.execute(count).scalar_one())
    assert not dies
    assert set(ran.values()) == {1}
    assert len(ran) == NODES
    assert (kept == 1) is not history


async def test_a_graph_within_is_found_and_dropped_as_well(home: Path, other_machine: OTHER_MACHINE) -> None:
    graphs = import_module("runtime.checkpoints.graphs")
    async with Store(home) as store:
        attempt = await graphs.new_attempt(store)
        config = graphs.config_of(attempt)
        other_machine(3600.0)
        graph = graphs.nesting(asks=True).compile(checkpointer=store.states.saver(attempt, set()))
        (asked,) = (await graph.ainvoke({"n": 0}, config, durability="sync"))["__interrupt__"]
        other_machine(0)
        attempt = await graphs.next_attempt(attempt)
        graph = graphs.nesting(asks=True).compile(checkpointer=store.states.saver(attempt, set()))
        assert await graph.ainvoke(Command(resume={asked.id: 5}), config, durability="sync") == {"n": 8}
        places = await store.read(lambda c: c.execute(select(CHECKPOINTS.c.checkpoint_ns)).scalars().all())
    assert places == [""]


def test_an_id_is_greater_than_one_that_was_gone_past(other_machine: OTHER_MACHINE) -> None:
    other_machine(3600.0)
    newest = str(made.uuid6())
    other_machine(0)
    assert str(made.uuid6()) < newest
    go_past(newest)
    assert newest < str(made.uuid6()) < str(made.uuid6())


@pytest.mark.parametrize("newest", [None, "", "1", "no id"])
def test_what_is_no_id_changes_nothing(other_machine: OTHER_MACHINE, newest: str | None) -> None:
    other_machine(0)
    go_past(newest)
    assert made._last_v6_timestamp is None
