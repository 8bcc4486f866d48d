from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.runtime.checkpoints.memory import InMemory
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
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


async def test_what_cannot_go_on_is_forgotten_and_what_can_is_kept(home: Path, scenes: ModuleType) -> None:
    states = InMemory()
    async with Store(home, states=states) as store:
        runner = Runner(store, scenes.host_of(None, home))
        asking = {"text": "hello world", "ask_first": True}
        done, stopped, paused, cancelled = [
            await runner.start("echo", request, options=options)
            for request, options in (
                ({"text": "hello world"}, Options()),
                ({"text": "hello world"}, Options(steps=1)),
                (asking, Options()),
                (asking, Options()),
            )
        ]
        for run_id in (done, stopped, paused, cancelled):
            await runner.settled(run_id)
        await runner.cancel(cancelled)
        found = [(await store.run(run_id)).status for run_id in (done, stopped, paused, cancelled)]
        assert found == ["done", "failed", "paused", "cancelled"]
        assert set(states._runs) == {stopped, paused}
        assert await runner.state(done) == {}
        assert set(states._runs) == {stopped, paused}, "whoever looks leaves nothing behind"
        await runner.answer(paused, "parts", {"go_on": True})
        await runner.continue_(paused)
        assert (await runner.wait(paused)).status == "done"
        assert set(states._runs) == {stopped}
        await runner.close(grace_s=0)
