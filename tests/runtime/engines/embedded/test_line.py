from __future__ import annotations

import asyncio
from types import ModuleType

from kasen.runtime.engines.embedded.line import waiting_of
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store


async def test_every_process_says_the_same_of_who_waits_behind_how_many(store: Store, scenes: ModuleType) -> None:
    stage = scenes.new_stage()
    here = Runner(store, scenes.host_of(None, store.home), turns=Turns(1))
    elsewhere = Runner(store, scenes.host_of(None, store.home))
    asked = [("slow", "a"), ("echo", "a"), ("echo", "a"), ("echo", "b"), ("echo", "b")]
    runs = []
    for number, (team, owner) in enumerate(asked):
        runs.append(await here.start(team, {"text": f"text {number}"}, owner=owner))
        await asyncio.sleep(0.002)  # the time of each is one of its own
    await stage.began.wait()
    left = await store.create(
        team="echo", mode="echo", title="t", lang="en", request={}, options=(await store.run(runs[0])).options
    )
    rows = [await store.run(run) for run in runs] + [left]
    expected = dict(zip(runs[1:], [0, 2, 1, 3], strict=True))
    assert await waiting_of(here, rows) == expected
    assert await waiting_of(elsewhere, rows) == expected, "what nobody holds does not wait"
    stage.go.set()
    for run in runs:
        await here.wait(run)
    assert await waiting_of(elsewhere, [await store.run(run) for run in runs]) == {}
