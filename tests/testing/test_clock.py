from __future__ import annotations

import asyncio

import pytest

from kasen.testing.clock import START, FakeClock


async def test_sleeping_moves_the_clock_and_nothing_else() -> None:
    clock = FakeClock()
    await clock.sleep(3600)
    assert (clock(), (clock.now() - START).total_seconds(), clock.slept) == (3600, 3600, [3600])


async def test_sleepers_wake_in_the_order_of_their_time() -> None:
    clock = FakeClock()
    woke: list[tuple[str, float]] = []

    async def sleeper(name: str, *naps: float) -> None:
        for nap in naps:
            await clock.sleep(nap)
            woke.append((name, clock()))

    async with asyncio.TaskGroup() as group:
        group.create_task(sleeper("slow", 10))
        group.create_task(sleeper("quick", 3, 3))
        group.create_task(sleeper("none", 0))
    assert woke == [("none", 0), ("quick", 3), ("quick", 6), ("slow", 10)]


async def test_a_cancelled_sleeper_does_not_hold_up_the_others() -> None:
    clock = FakeClock()
    first = asyncio.create_task(clock.sleep(1))
    later = asyncio.create_task(clock.sleep(5))
    first.cancel()
    await later
    assert clock() == 5
    with pytest.raises(asyncio.CancelledError):
        await first


def test_time_may_pass_without_sleep() -> None:
    clock = FakeClock()
    clock.advance(1.5)
    assert clock() == 1.5
