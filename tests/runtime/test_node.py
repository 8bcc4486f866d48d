from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

from kasen.runtime.attempt import Attempt
from kasen.runtime.node import CURRENT, OUTSIDE, NodeRun, observe
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store


class State(TypedDict):
    n: int


async def test_every_node_says_when_it_starts_and_leaves_word_for_its_end(store: Store) -> None:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    attempt = Attempt(store, row.id, await store.claim(row.id))
    seen: list[NodeRun] = []

    async def work(state: State) -> State:
        seen.append(CURRENT.get())
        attempt.note(f"{state['n']} things")
        return {"n": state["n"] + 1}

    graph = StateGraph(State)
    graph.add_node("work", work)
    graph.add_edge(START, "work")
    graph = observe(graph, attempt)
    assert await graph.compile().ainvoke({"n": 4}) == {"n": 5}
    (run,) = seen
    assert run.name == "work"
    assert run.task
    assert run.path == f"work:{run.task}"
    assert attempt.finishing == {run.task: run}
    assert run.note == "4 things"
    events = await store.events(row.id)
    assert [(event.type, event.node, event.task) for event in events] == [("node_started", "work", run.task)]
    assert CURRENT.get() is OUTSIDE


async def test_a_node_that_raises_leaves_no_word_and_no_name(store: Store) -> None:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    attempt = Attempt(store, row.id, await store.claim(row.id))

    async def work(state: State) -> State:
        raise ZeroDivisionError

    graph = StateGraph(State)
    graph.add_node("work", work)
    graph.add_edge(START, "work")
    graph = observe(graph, attempt)
    with pytest.raises(ZeroDivisionError):
        await graph.compile().ainvoke({"n": 4})
    assert attempt.finishing == {}
    assert CURRENT.get() is OUTSIDE


async def test_parallel_nodes_of_one_name_have_tasks_of_their_own(runner_with: Callable[..., Runner]) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})
    await runner.wait(run_id)
    events = await runner.store.events(run_id)
    workers = [event.task for event in events if event.type == "node_started" and event.node == "worker"]
    assert len(set(workers)) == 2
    assert {event.task for event in events if event.type == "node_finished" and event.node == "worker"} == set(workers)


async def test_the_note_of_a_node_is_the_line_that_people_see(runner_with: Callable[..., Runner]) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})
    await runner.wait(run_id)
    events = await runner.store.events(run_id)
    notes = {event.node: event.summary for event in events if event.type == "node_finished" and event.summary}
    assert notes == {"planner": "2 parts", "gate": "pass, round 1"}


def test_graphs_are_driven_asynchronously_only() -> None:
    from kasen.runtime.node import Observed

    with pytest.raises(TypeError, match="ainvoke only"):
        Observed("x", None, None).invoke({})  # type: ignore[arg-type]


async def test_a_run_logs_node_iteration_next_action_and_duration(
    runner_with: Callable[..., Runner], store: Store
) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "one two"})
    await runner.wait(run_id)
    log = (store.folder(run_id) / "log.jsonl").read_text(encoding="utf-8").splitlines()
    nodes = [line for line in map(json.loads, log) if "node" in line and "iteration" in line]
    assert [line["node"] for line in nodes] == ["planner", "worker", "worker", "approve", "writer", "gate"]
    assert [line["iteration"] for line in nodes] == [1, 1, 2, 1, 1, 1]
    assert nodes[0]["next"] == ["worker", "worker"]
    assert nodes[-1]["next"] == ["__end__"]
    assert all(line["seconds"] >= 0 for line in nodes)
