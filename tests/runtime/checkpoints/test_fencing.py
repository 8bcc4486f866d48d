"""Two owners of one run: the older is refused wherever it writes, and the chain of checkpoints never forks."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import select

from kasen.errors import Fenced
from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.store import Store
from kasen.runtime.tables import CHECKPOINTS, EVENTS, STATE

CHECKPOINT: Any = {"v": 4, "id": "1", "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
METADATA: Any = {"source": "loop", "step": 0, "parents": {}}


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


@pytest.fixture
async def shared(home: Path, either: str) -> AsyncIterator[Store]:
    async with Store(home, database=either, states=InDatabase(history=True)) as store:
        yield store


async def rows(store: Store, run_id: str) -> list[Any]:
    """Everything that the state of a run and its events consist of."""
    tables = [(table, table.c.thread_id) for table in STATE] + [(EVENTS, EVENTS.c.run_id)]
    return await store.read(
        lambda c: [tuple(row) for table, run in tables for row in c.execute(select(table).where(run == run_id))]
    )


async def children(store: Store, run_id: str) -> Counter[tuple[str, str]]:
    """How many checkpoints follow each."""
    query = select(CHECKPOINTS.c.checkpoint_ns, CHECKPOINTS.c.parent_checkpoint_id).where(
        CHECKPOINTS.c.thread_id == run_id
    )
    return Counter((ns, parent or "") for ns, parent in await store.read(lambda c: c.execute(query).all()))


async def settled(attempt: Attempt, written: Awaitable[None]) -> None:
    """What a node wrote goes with what is written next."""
    await written
    await attempt.settle()


async def test_the_older_owner_is_refused_at_every_write(shared: Store, graphs: Any) -> None:
    older = await graphs.new_attempt(shared)
    saver = shared.states.saver(older, set())
    placed = await saver.aput(graphs.config_of(older), CHECKPOINT, METADATA, {})
    await saver.aput_writes(placed, [("a", 1)], "task")
    await older.emit("warning", text="still mine")
    before = await rows(shared, older.run_id)
    assert len(before) == 3
    newer = await graphs.next_attempt(older)
    for late in (
        saver.aput(placed, CHECKPOINT | {"id": "2"}, METADATA, {}),
        settled(older, saver.aput_writes(placed, [("b", 2)], "another")),
        saver.aput_writes(placed, [("__error__", "x")], "task"),
        older.emit("warning", text="too late"),
        saver.adelete_thread(older.run_id),
        saver.aprune([older.run_id], strategy="delete"),
        saver.acopy_thread(older.run_id, "elsewhere"),
        saver.adelete_for_runs([older.run_id]),
    ):
        with pytest.raises(Fenced):
            await late
    assert await rows(shared, older.run_id) == before
    await shared.states.saver(newer, set()).aput(placed, CHECKPOINT | {"id": "2"}, METADATA, {})
    assert set((await children(shared, older.run_id)).values()) == {1}


async def test_two_owners_that_write_at_the_same_time_make_one_chain(shared: Store, graphs: Any) -> None:
    """What langgraph#8796 tells of: with the stock savers both succeed, and the chain forks."""
    first = await graphs.new_attempt(shared)
    config = graphs.config_of(first)

    async def drive(attempt: Attempt) -> str:
        graph = graphs.chain(40).compile(checkpointer=shared.states.saver(attempt, set()))
        try:
            return str((await graph.ainvoke({"n": 0}, config, durability="sync"))["n"])
        except Fenced:
            return "fenced"

    tasks = [asyncio.create_task(drive(first))]
    for _ in range(4):
        await asyncio.sleep(0.01)
        tasks.append(asyncio.create_task(drive(await graphs.next_attempt(first))))
    ends = await asyncio.gather(*tasks)
    assert ends[-1] == "40"
    assert "fenced" in ends
    assert set(ends) <= {"fenced", "40"}
    chain = await children(shared, first.run_id)
    assert len(chain) == 42
    assert set(chain.values()) == {1}


async def test_a_process_that_stood_still_while_another_took_its_run_is_refused(
    shared: Store, home: Path, either: str, graphs: Any
) -> None:
    attempt = await graphs.new_attempt(shared)
    child = str(Path(__file__).with_name("fencing_child.py"))

    def started(how: str) -> subprocess.Popen[str]:
        line = [sys.executable, child, str(home), either, attempt.run_id, how]
        paths = {"PYTHONPATH": str(Path(__file__).parents[2])}
        return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=paths)

    with started("still") as zombie, started("goes") as other:
        other.kill()  # one that was killed on its way does no harm either
        assert zombie.stdout is not None
        assert zombie.stdin is not None
        assert await asyncio.to_thread(zombie.stdout.readline) == "standing\n"
        with started("goes") as taker:
            said, _ = await asyncio.to_thread(taker.communicate, timeout=60)
            assert said == "done 6\n"
        before = await rows(shared, attempt.run_id)
        said, _ = await asyncio.to_thread(zombie.communicate, "\n", 60)
        assert said == "fenced\n"
    assert await rows(shared, attempt.run_id) == before
    chain = await children(shared, attempt.run_id)
    assert len(chain) > 6
    assert set(chain.values()) == {1}
