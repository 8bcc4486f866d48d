from __future__ import annotations

import asyncio

import pytest

from kasen.testing.clock import START, FakeClock, timeless


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


def test_in_a_timeless_loop_an_hour_is_over_at_once_and_timers_go_off_in_order() -> None:
    async def main() -> tuple[list[str], float]:
        rang: list[str] = []
        loop = asyncio.get_running_loop()
        loop.call_later(20, rang.append, "late")
        loop.call_later(10, rang.append, "early")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(15):
                await asyncio.sleep(3600)
        await asyncio.sleep(3600)
        return rang, loop.time()

    assert timeless(main()) == (["early", "late"], 3615)
