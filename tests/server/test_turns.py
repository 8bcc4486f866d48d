from __future__ import annotations

import asyncio
import gc

from kasen.server.turns import Turns


async def test_one_caller_has_one_turn_at_a_time_and_leaves_the_other_place() -> None:
    turns, go, begun = Turns(2), asyncio.Event(), list[str]()

    async def work(owner: str) -> None:
        async with turns.of(owner):
            begun.append(owner)
            await go.wait()

    async with asyncio.timeout(10), asyncio.TaskGroup() as tasks:
        for owner in ("mio", "mio", "mio", "ken", "yuki"):
            tasks.create_task(work(owner))
        for _ in range(10):
            await asyncio.sleep(0)
        assert begun == ["mio", "ken"]
        go.set()
    assert sorted(begun) == ["ken", "mio", "mio", "mio", "yuki"]


async def test_nothing_is_kept_of_who_has_no_turn() -> None:
    turns = Turns(1)
    for owner in map(str, range(100)):
        async with turns.of(owner):
            pass
    gc.collect()
    assert not turns._own
