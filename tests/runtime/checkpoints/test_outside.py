from __future__ import annotations

import asyncio
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from kasen.errors import Fenced
from kasen.runtime.checkpoints.outside import OutsideSaver
from kasen.runtime.node import NodeRun
from kasen.runtime.store import Store

CHECKPOINT: Any = {"v": 4, "id": "1", "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
METADATA: Any = {"source": "loop", "step": 0, "parents": {}}


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


class Slow(InMemorySaver):
    """Takes its time for writes, as a server may."""

    def __init__(self) -> None:
        super().__init__()
        self.did: list[str] = []

    async def aput_writes(self, *args: Any, **named: Any) -> None:
        await asyncio.sleep(0.02)
        await super().aput_writes(*args, **named)
        self.did.append("writes")

    async def aput(self, *args: Any, **named: Any) -> Any:
        placed = await super().aput(*args, **named)
        self.did.append("checkpoint")
        return placed


async def test_what_a_node_wrote_is_there_before_its_end_and_before_the_next_checkpoint(
    store: Store, graphs: Any
) -> None:
    attempt, kept = await graphs.new_attempt(store), Slow()
    saver = OutsideSaver(attempt, kept)
    placed = await saver.aput(
        {"configurable": {"thread_id": attempt.run_id, "checkpoint_ns": ""}}, CHECKPOINT, METADATA, {}
    )
    attempt.finishing["task"] = NodeRun(name="work", task="task")
    writes = asyncio.create_task(saver.aput_writes(placed, [("a", 1)], "task"))
    await asyncio.sleep(0)
    await saver.aput(placed, CHECKPOINT | {"id": "2"}, METADATA, {})
    assert kept.did == ["checkpoint", "writes", "checkpoint"]
    await writes
    assert [event.type for event in await store.events(attempt.run_id)] == ["node_finished"]


async def test_a_late_owner_changes_nothing(store: Store, graphs: Any) -> None:
    attempt, kept = await graphs.new_attempt(store), InMemorySaver()
    saver = OutsideSaver(attempt, kept)
    placed = await saver.aput(
        {"configurable": {"thread_id": attempt.run_id, "checkpoint_ns": ""}}, CHECKPOINT, METADATA, {}
    )
    await graphs.next_attempt(attempt)
    for late in (
        saver.aput(placed, CHECKPOINT | {"id": "2"}, METADATA, {}),
        saver.aput_writes(placed, [("a", 1)], "task"),
        saver.adelete_thread(attempt.run_id),
    ):
        with pytest.raises(Fenced):
            await late
    (only,) = [saved async for saved in saver.alist(graphs.config_of(attempt))]
    assert only.checkpoint["id"] == "1"
    assert only.pending_writes == []
