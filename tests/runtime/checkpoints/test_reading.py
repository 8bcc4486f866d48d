from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from kasen.runtime.checkpoints import reading
from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.store import Store


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


async def test_checkpoints_are_found_by_place_by_id_and_before_another(store: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(store)
    saver = InDatabase(history=True).saver(attempt, set())
    config = graphs.config_of(attempt)
    await graphs.growing(4, 600).compile(checkpointer=saver).ainvoke({"texts": [], "n": 0}, config, durability="sync")
    heads = await store.read(lambda c: reading.heads(c, config, None))
    assert len(heads) == 6
    assert [head.id for head in heads] == sorted((head.id for head in heads), reverse=True)
    latest = await store.read(lambda c: reading.find(c, config))
    assert latest == heads[0]
    named = heads[3].place.config(heads[3].id)
    assert await store.read(lambda c: reading.find(c, named)) == heads[3]
    assert await store.read(lambda c: reading.heads(c, config, heads[3].id)) == heads[4:]
    assert await store.read(lambda c: reading.find(c, heads[0].place.config("no such"))) is None
    assert [reading.fits(head, {"step": 0}) for head in heads] == [False] * 4 + [True, False]
    both = [
        await store.read(lambda c, every=every: reading.full(c, saver.serde, heads[1], all_values=every))  # type: ignore[misc]
        for every in (True, False)
    ]
    assert both[0] == both[1]
    assert both[0].saved.checkpoint["channel_values"]["n"] == 3
