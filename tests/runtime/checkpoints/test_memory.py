from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.runtime.checkpoints.memory import InMemory
from kasen.runtime.store import Store


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


async def test_it_holds_of_a_run_what_it_needs_and_forgets_it_with_the_run(home: Path, graphs: Any) -> None:
    states = InMemory()
    async with Store(home, states=states) as store:
        attempt = await graphs.new_attempt(store)
        saver: Any = store.states.saver(attempt, set())
        graph = graphs.growing(40, 100).compile(checkpointer=saver)
        done = await graph.ainvoke({"texts": [], "n": 0}, graphs.config_of(attempt), durability="sync")
        assert done["n"] == 40
        kept = saver._kept
        assert [len(there) for there in kept.storage[attempt.run_id].values()] == [1]
        assert len(kept.writes) == 0
        assert len(kept.blobs) < 8
        later = await graphs.next_attempt(attempt)
        again = graphs.growing(40, 100).compile(checkpointer=store.states.saver(later, set()))
        assert (await again.aget_state(graphs.config_of(attempt))).values == done
        await store.delete(attempt.run_id)
        assert (await again.aget_state(graphs.config_of(attempt))).values == done, "who reads already may go on"
        fresh = graphs.growing(40, 100).compile(checkpointer=store.states.saver(later, set()))
        assert (await fresh.aget_state(graphs.config_of(attempt))).values == {}
