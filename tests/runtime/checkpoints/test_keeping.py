from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langgraph.runtime import get_runtime
from sqlalchemy import select

from kasen.models.receipt import Receipt, ReceiptKey
from kasen.runtime.checkpoints.keeping import keep_here, let_go
from kasen.runtime.checkpoints.saver import RunSaver
from kasen.runtime.ledger import BUDGET, RunLedger, rewind
from kasen.runtime.node import CURRENT, NodeRun
from kasen.runtime.store import Store
from kasen.runtime.tables import BLOBS, CHECKPOINTS


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


@pytest.fixture
async def shared(home: Path, either: str) -> AsyncIterator[Store]:
    async with Store(home, database=either) as store:
        yield store


async def kept(store: Store, run_id: str) -> list[int]:
    query = select(CHECKPOINTS.c.kept).where(CHECKPOINTS.c.thread_id == run_id).order_by(CHECKPOINTS.c.checkpoint_id)
    return list(await store.read(lambda c: c.execute(query).scalars().all()))


async def test_a_run_goes_back_to_where_its_budget_was_spent_though_it_went_on(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    config = graphs.config_of(attempt)
    ran: list[int] = []

    def spending(attempt: Any) -> Any:
        graph = graphs.growing(20, 700)
        add = graph.nodes["add"].runnable

        async def spend(state: dict[str, Any]) -> Any:
            ran.append(state["n"])
            if state["n"] in (8, 9) and attempt.fence == 1:
                info = get_runtime().execution_info
                assert info is not None
                task = info.task_id
                key = ReceiptKey(f"add:{task}", "writer", 0, str(state["n"]))
                token = CURRENT.set(NodeRun(name="add", task=task))
                await RunLedger(attempt).record(key, Receipt(role="writer", by="rule", value_json="1", why=BUDGET))
                CURRENT.reset(token)
            return await add.ainvoke(state)

        graph.nodes.pop("add")
        graph.add_node("add", spend)
        return graph.compile(checkpointer=RunSaver(attempt, set()))

    done = await spending(attempt).ainvoke({"texts": [], "n": 0}, config, durability="sync")
    assert done["n"] == 20
    assert await kept(shared, attempt.run_id) == [1, 0], "where it was spent first, and where the run stands"
    later = await graphs.next_attempt(attempt)
    assert await later.write(lambda c: rewind(c, attempt.run_id)) == "add"
    ran.clear()
    again = spending(later)
    state = await again.aget_state(config)
    assert (state.values["n"], len(state.values["texts"])) == (8, 8)
    assert (await again.ainvoke(None, config, durability="sync")) == done
    assert ran == list(range(8, 20))
    assert await kept(shared, attempt.run_id) == [0]
    versions = select(BLOBS.c.extends).where(BLOBS.c.thread_id == attempt.run_id)
    found = await shared.read(lambda c: c.execute(versions).scalars().all())
    assert len(found) <= 20, "what was written after the place is gone"


async def test_the_first_place_counts_until_it_is_let_go(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    graph = graphs.chain(4).compile(checkpointer=RunSaver(attempt, set()), interrupt_before=["n2"])
    await graph.ainvoke({"n": 0}, graphs.config_of(attempt), durability="sync")
    await attempt.write(lambda c: keep_here(c, attempt.run_id))
    await graph.ainvoke(None, graphs.config_of(attempt), durability="sync")
    assert await kept(shared, attempt.run_id) == [1, 0]
    await attempt.write(lambda c: keep_here(c, attempt.run_id))
    assert await kept(shared, attempt.run_id) == [1, 0]
    await RunSaver(attempt, set()).aprune([attempt.run_id])
    assert await kept(shared, attempt.run_id) == [1, 0], "pruning leaves it"
    await attempt.write(lambda c: let_go(c, attempt.run_id))
    await RunSaver(attempt, set()).aprune([attempt.run_id])
    assert await kept(shared, attempt.run_id) == [0]
