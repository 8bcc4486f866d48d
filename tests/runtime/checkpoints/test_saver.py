from __future__ import annotations

import asyncio
import types
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from annotated_types import Le, MinLen
from langgraph.checkpoint.serde.event_hooks import SerdeEvent, register_serde_event_listener
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from sqlalchemy import select
from typing_extensions import TypedDict, is_typeddict

from kasen import team as teams
from kasen.errors import Fenced
from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.keeping import keep_here
from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.checkpoints.saver import RunSaver
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.state_types import state_models
from kasen.runtime.store import Store
from kasen.runtime.tables import CHECKPOINTS, WRITES
from kasen.runtime.writer import Job, Writer
from kasen.team import load_object

MODES = [(name, mode) for name in teams.names() for mode in teams.load(name).modes]


# Sample values from type hints


def sample(hint: Any, n: int = 1) -> Any:
    """A value of that type in which nothing is empty, None or a default, where the type allows it."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return sample(parts[0], n)
    if origin in (Union, types.UnionType):
        return sample(next(part for part in parts if part is not type(None)), n)
    if origin is Literal:
        return parts[-1]
    if origin in (list, set):
        return origin([sample(parts[0], n), sample(parts[0], n + 1)])
    if origin is tuple:
        return tuple(sample(part, n) for part in parts if part is not Ellipsis)
    if origin is dict:
        return {sample(parts[0], n): sample(parts[1], n), sample(parts[0], n + 1): sample(parts[1], n + 1)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)[-1]
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return sample_model(hint, n)
    plain = {str: f"語 {n} \u2028 text", int: 7 + n, float: 0.5 + n, bool: True, bytes: b"\0\xff", Path: Path("/a/b")}
    return plain[hint]


def sample_model(model: type[BaseModel], n: int) -> BaseModel:
    """A valid one, as nodes make them: what is not valid comes back from a checkpoint in pieces."""
    values = {name: _fitting(field, sample(field.annotation, n)) for name, field in model.model_fields.items()}
    try:
        model.model_validate(values)
    except ValidationError as error:
        for name in {str(problem["loc"][0]) for problem in error.errors()}:
            values[name] = model.model_fields[name].get_default(call_default_factory=True, validated_data={})
    return model.model_validate(values)


def _fitting(field: FieldInfo, value: Any) -> Any:
    """The value within the bounds of its field."""
    for bound in field.metadata:
        if isinstance(bound, MinLen) and isinstance(value, list | str) and len(value) < bound.min_length:
            value = value * bound.min_length
        if isinstance(bound, Le):
            value = min(value, bound.le)
    return value


def same(one: Any, other: Any, place: str = "state") -> None:
    """Equal in value and in type, all the way down."""
    assert type(one) is type(other), f"{place}: {type(one)} came back as {type(other)}"
    if isinstance(one, BaseModel):
        for name in type(one).model_fields:
            same(getattr(one, name), getattr(other, name), f"{place}.{name}")
    elif isinstance(one, dict):
        assert list(one) == list(other), place
        for key in one:
            same(one[key], other[key], f"{place}[{key}]")
        for key, back in zip(one, other, strict=True):
            same(key, back, f"{place} key {key}")
    elif isinstance(one, list | tuple):
        assert len(one) == len(other), place
        for n, (left, right) in enumerate(zip(one, other, strict=True)):
            same(left, right, f"{place}[{n}]")
    else:
        assert one == other, place


@contextmanager
def serde_events() -> Iterator[list[SerdeEvent]]:
    seen: list[SerdeEvent] = []
    unregister = register_serde_event_listener(seen.append)
    try:
        yield seen
    finally:
        unregister()


@pytest.fixture
async def remembering(home: Path) -> AsyncIterator[Store]:
    """A store that keeps all checkpoints."""
    async with Store(home, states=InDatabase(history=True)) as store:
        yield store


@pytest.fixture
async def attempt(store: Store) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


async def kept(home: Path, values: dict[str, Any], schema: type, models: set[tuple[str, str]]) -> dict[str, Any]:
    """The values after a graph wrote them into a checkpoint and another process read it."""
    writing: StateGraph[Any, Any, Any, Any] = StateGraph(schema)
    writing.add_node("write", lambda _state: values)
    writing.add_edge(START, "write")
    async with Store(home) as store:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        saver = RunSaver(Attempt(store, row.id, await store.claim(row.id)), models)
        config: Any = {"configurable": {"thread_id": row.id, "run_id": row.id}}
        first = next(iter(values))
        await writing.compile(checkpointer=saver).ainvoke({first: values[first]}, config, durability="sync")
    async with Store(home) as store:
        saver = RunSaver(Attempt(store, row.id, await store.claim(row.id)), models)
        found = await saver.aget_tuple(config)
        assert found is not None
        return dict(found.checkpoint["channel_values"])


def test_there_are_teams_to_look_at() -> None:
    assert ("echo", "echo") in MODES


@pytest.mark.parametrize(("name", "mode"), MODES, ids=[f"{name}-{mode}" for name, mode in MODES])
async def test_the_state_of_every_team_comes_back_with_the_same_types(home: Path, name: str, mode: str) -> None:
    graph = load_object(teams.load(name).modes[mode])()
    models = state_models(graph)
    assert models, "a team's state holds at least its request"
    schema = graph.state_schema
    values = {key: sample(hint) for key, hint in get_type_hints(schema, include_extras=True).items()}
    with serde_events() as seen:
        back = await kept(home, values, schema_of(schema), models)
    assert seen == []
    for key, value in values.items():
        same(value, back[key], f"{name}.{key}")


@pytest.mark.parametrize(("name", "mode"), MODES, ids=[f"{name}-{mode}" for name, mode in MODES])
def test_what_nodes_of_every_team_are_sent_comes_back_with_the_same_types(name: str, mode: str) -> None:
    graph = load_object(teams.load(name).modes[mode])()
    serde = JsonPlusSerializer(allowed_msgpack_modules=state_models(graph))
    with serde_events() as seen:
        for node in graph.nodes.values():
            schema: Any = node.input_schema
            assert is_typeddict(schema)
            value = {key: sample(hint, 3) for key, hint in get_type_hints(schema, include_extras=True).items()}
            same(value, serde.loads_typed(serde.dumps_typed(value)), f"{name}.{schema.__name__}")
    assert seen == []


def schema_of(schema: Any) -> Any:
    """The same keys without reducers, so that a value is written as it is."""
    hints = get_type_hints(schema)
    made: Any = TypedDict
    return made("Unreduced", hints)


async def test_a_model_that_the_state_does_not_name_is_noticed(home: Path) -> None:
    class Stranger(BaseModel):
        n: int

    state = TypedDict("state", {"value": Stranger})  # noqa: UP013 - a local class is no forward reference
    with serde_events() as seen:
        back = await kept(home, {"value": Stranger(n=1)}, state, set())
    assert type(back["value"]) is not Stranger
    assert {event["name"] for event in seen} == {"Stranger"}


# The fence


async def test_the_late_checkpoint_of_a_zombie_is_refused_and_the_chain_does_not_fork(
    remembering: Store, scenes: Any
) -> None:
    store = remembering
    stage = scenes.new_stage()
    first = Runner(store, scenes.host_of(None, store.home))
    run_id = await first.start("slow", {"text": "a b"})
    await stage.began.wait()
    fence = await store.claim(run_id)  # somebody else takes the run while the first still works
    await store.write(lambda c: None)
    stage.go.set()
    with pytest.raises(Fenced):
        await first.wait(run_id)
    assert (await store.run(run_id)).status == "running", "a zombie says nothing about the run any more"
    second = Runner(store, scenes.host_of(None, store.home))
    await second.continue_(run_id)
    assert (await second.wait(run_id)).status == "done"
    assert (await store.run(run_id)).fence == fence + 1
    query = select(CHECKPOINTS.c.parent_checkpoint_id).where(CHECKPOINTS.c.thread_id == run_id)
    parents = Counter(await store.read(lambda c: c.execute(query).scalars().all()))
    assert len(parents) > 3
    assert set(parents.values()) == {1}
    assert stage.ran == ["first", "slow", "slow", "last"]


async def test_checkpoints_and_writes_of_an_old_token_are_refused_one_by_one(attempt: Attempt) -> None:
    saver = RunSaver(attempt, set())
    config: Any = {"configurable": {"thread_id": attempt.run_id, "checkpoint_ns": ""}}
    checkpoint: Any = {"v": 4, "id": "1", "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
    metadata: Any = {"source": "loop", "step": 0, "parents": {}}
    placed = await saver.aput(config, checkpoint, metadata, {})
    await attempt.store.claim(attempt.run_id)
    with pytest.raises(Fenced):
        await saver.aput(placed, checkpoint | {"id": "2"}, metadata, {})
    await saver.aput_writes(placed, [("a", 1)], "task")  # goes with what is written next
    with pytest.raises(Fenced):
        await attempt.settle()
    ids = select(CHECKPOINTS.c.checkpoint_id).where(CHECKPOINTS.c.thread_id == attempt.run_id)
    assert await attempt.store.read(lambda c: c.execute(ids).scalars().all()) == ["1"]
    assert await attempt.store.read(lambda c: c.execute(select(WRITES)).all()) == []


async def test_a_node_has_finished_in_the_commit_that_holds_its_result(remembering: Store, scenes: Any) -> None:
    runner = Runner(remembering, scenes.host_of(None, remembering.home))
    run_id = await runner.start("echo", {"text": "hello world"})
    await runner.wait(run_id)
    finished = [event.task for event in await runner.store.events(run_id) if event.type == "node_finished"]
    query = select(WRITES.c.task_id).where(WRITES.c.thread_id == run_id)
    written = set(await runner.store.read(lambda c: c.execute(query).scalars().all()))
    assert len(finished) == len(set(finished)) == 6
    assert set(finished) <= written


async def test_a_continued_graph_reads_the_latest_checkpoint_of_its_own_run(store: Store) -> None:
    class Counted(TypedDict):
        n: int

    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Counted)
    graph.add_node("add", lambda state: {"n": state["n"] + 1})
    graph.add_edge(START, "add")
    graph.add_edge("add", END)

    async def run(n: int) -> dict[str, Any]:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        saver = RunSaver(Attempt(store, row.id, await store.claim(row.id)), set())
        config: Any = {"configurable": {"thread_id": row.id, "run_id": row.id}}
        compiled = graph.compile(checkpointer=saver)
        await compiled.ainvoke({"n": n}, config, durability="sync")
        return dict((await compiled.aget_state(config)).values)

    assert await asyncio.gather(*(run(n) for n in range(8))) == [{"n": n + 1} for n in range(8)]


class Counting(Writer):
    """Counts its transactions."""

    count = 0

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        self.count += 1
        return super().transact(batch)


async def test_what_nodes_wrote_and_the_checkpoint_that_holds_it_are_one_commit(home: Path, either: str) -> None:
    async with Store(home, database=either, writer=Counting) as store:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        attempt = Attempt(store, row.id, await store.claim(row.id), is_first=True)
        saver = RunSaver(attempt, set())
        config: Any = {"configurable": {"thread_id": row.id, "checkpoint_ns": ""}}
        checkpoint: Any = {"v": 4, "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
        assert isinstance(store.write, Counting)
        store.write.count = 0
        assert await saver.aget_tuple(config) is None
        given = await saver.aput(config, checkpoint | {"id": "1"}, {"source": "input", "step": -1, "parents": {}}, {})
        await saver.aput_writes(given, [("a", 1)], "start")
        first = await saver.aput(given, checkpoint | {"id": "2"}, {"source": "loop", "step": 0, "parents": {}}, {})
        await saver.aput_writes(first, [("a", 1)], "one")
        await saver.aput_writes(first, [("a", 2)], "other")
        second = await saver.aput(first, checkpoint | {"id": "3"}, {"source": "loop", "step": 1, "parents": {}}, {})
        assert store.write.count == 2
        assert await store.read(lambda c: c.execute(select(CHECKPOINTS.c.checkpoint_id)).scalars().all()) == ["3"]
        assert await store.read(lambda c: c.execute(select(WRITES)).all()) == []
        await saver.aput_writes(second, [("a", 3)], "one")  # another node of the step is still at work
        await asyncio.sleep(0.1)
        found = await RunSaver(Attempt(store, row.id, attempt.fence), set()).aget_tuple(config)
        assert found is not None
        assert found.pending_writes == [("one", "a", 3)]
        await saver.aput(second, checkpoint | {"id": "4"}, {"source": "loop", "step": 2, "parents": {}}, {})
        assert await store.read(lambda c: c.execute(select(WRITES)).all()) == []


async def test_what_was_written_stays_where_the_run_may_go_back_to(home: Path, either: str) -> None:
    async with Store(home, database=either) as store:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        attempt = Attempt(store, row.id, await store.claim(row.id), is_first=True)
        saver = RunSaver(attempt, set())
        config: Any = {"configurable": {"thread_id": row.id, "checkpoint_ns": ""}}
        checkpoint: Any = {"v": 4, "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
        first = await saver.aput(config, checkpoint | {"id": "1"}, {"source": "loop", "step": 0, "parents": {}}, {})
        await attempt.write(lambda c: keep_here(c, row.id))
        attempt.may_go_back = True
        await saver.aput_writes(first, [("a", 1)], "one")
        await saver.aput(first, checkpoint | {"id": "2"}, {"source": "loop", "step": 1, "parents": {}}, {})
        ids = select(CHECKPOINTS.c.checkpoint_id).order_by(CHECKPOINTS.c.checkpoint_id)
        assert await store.read(lambda c: c.execute(ids).scalars().all()) == ["1", "2"]
        assert await store.read(lambda c: c.execute(select(WRITES.c.task_id)).scalars().all()) == ["one"]
