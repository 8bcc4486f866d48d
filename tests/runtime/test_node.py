from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from sqlalchemy import delete, func, select, update
from typing_extensions import TypedDict

from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.node import CURRENT, DRIVING, OUTSIDE, NodeRun, observe
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import CHECKPOINTS, RUNS, WRITES
from kasen.testing.scripted import ScriptedModel

RunnerWith = Callable[..., Runner]


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
    DRIVING.set(attempt)
    graph = observe(graph)
    assert await graph.compile().ainvoke({"n": 4}) == {"n": 5}
    (run,) = seen
    assert run.name == "work"
    assert run.task
    assert run.path == f"work:{run.task}"
    assert attempt.finishing == {run.task: run}
    assert run.note == "4 things"
    await attempt.settle()
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
    DRIVING.set(attempt)
    graph = observe(graph)
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
        Observed("x", None).invoke({})  # type: ignore[arg-type]


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
    assert nodes[1]["next"] == ["approve"]
    assert all(line["seconds"] >= 0 for line in nodes)
    assert all((line["input_tokens"], line["output_tokens"], line["usd"]) == (0, 0, 0.0) for line in nodes)


async def test_a_run_logs_the_tokens_and_the_cost_of_each_node_for_people_and_machines(
    runner_with: RunnerWith, store: Store, scenes: Any
) -> None:
    runner = runner_with(ScriptedModel(scenes.good, usd=0.01))
    run_id = await runner.start("echo", {"text": "one two"})
    await runner.wait(run_id)
    folder = store.folder(run_id)
    lines = map(json.loads, (folder / "log.jsonl").read_text(encoding="utf-8").splitlines())
    nodes = {line["node"]: line for line in lines if "iteration" in line}
    calls = [event for event in await store.events(run_id) if event.type == "model_call"]
    for name in ("planner", "writer"):
        (call,) = [call for call in calls if call.node == name]
        assert (nodes[name]["input_tokens"], nodes[name]["output_tokens"]) == (call.input_tokens, call.output_tokens)
        assert (nodes[name]["usd"], call.input_tokens > 0) == (0.01, True)
    assert nodes["gate"]["usd"] == 0.0
    said = (folder / "run.log").read_text(encoding="utf-8").splitlines()
    (planner,) = [line for line in said if "Node: planner" in line]
    tokens = f"Tokens: {nodes['planner']['input_tokens']} in, {nodes['planner']['output_tokens']} out"
    assert " - kasen.runtime - INFO - Node: planner | Iteration: 1 | Next Action: worker, worker | Durat" in planner
    assert planner.endswith(f"{tokens} | Cost: $0.01 | 2 parts")
    assert len([line for line in said if "Node: worker" in line and "Next Action: approve" in line]) == 2


async def test_what_a_dead_attempt_paid_for_is_counted_for_the_node_that_runs_again(home: Path, scenes: Any) -> None:
    model = ScriptedModel(scenes.good, usd=0.01)
    async with Store(home, states=InDatabase(history=True)) as store:
        runner = Runner(store, scenes.host_of(model, home))
        run_id = await runner.start("planners", {"text": "one two"})
        assert (await runner.wait(run_id)).status == "done"
        await store.write(lambda c: c.execute(update(RUNS).values(status="interrupted")))
        await store.write(lambda c: c.execute(delete(WRITES)))
        last = select(func.max(CHECKPOINTS.c.checkpoint_id)).scalar_subquery()
        await store.write(lambda c: c.execute(delete(CHECKPOINTS).where(CHECKPOINTS.c.checkpoint_id == last)))
        await runner.continue_(run_id)
        await runner.wait(run_id)
        lines = map(json.loads, (store.folder(run_id) / "log.jsonl").read_text(encoding="utf-8").splitlines())
        assert [line["usd"] for line in lines if "iteration" in line] == [0.04, 0.04]
        assert len(model.requests) == 4


async def test_the_seeds_names_of_iteration_and_next_action_are_logged_where_the_state_has_them(
    store: Store, people: Any
) -> None:
    runner = Runner(store, people.host(store.home))
    run_id = await runner.start("people", {"question": "tea", "turns": 2})
    await runner.wait(run_id)
    said = (store.folder(run_id) / "run.log").read_text(encoding="utf-8")
    seen = re.findall(r"Node: (\w+) \| Iteration: (\d+) \| Next Action: (\w+)", said)
    assert seen == [
        ("supervisor", "1", "write"),
        ("writer", "1", "supervisor"),
        ("supervisor", "2", "write"),
        ("writer", "2", "supervisor"),
        ("supervisor", "3", "end"),
        ("publisher", "3", "__end__"),
    ]
