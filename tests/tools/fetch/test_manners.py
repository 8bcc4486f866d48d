from __future__ import annotations

import asyncio

import pytest

from kasen.testing.clock import FakeClock
from kasen.tools.fetch.manners import Manners


async def visit(
    manners: Manners, host: str, begun: list[tuple[str, float]], clock: FakeClock, for_s: float = 0.0
) -> None:
    async with manners.turn(host):
        begun.append((host, clock()))
        await clock.sleep(for_s)


async def test_a_host_gets_two_requests_at_once_and_then_one_per_gap() -> None:
    clock, begun = FakeClock(), list[tuple[str, float]]()
    manners = Manners(clock.sleep, clock, per_host=9, gap_s=1.0)
    await asyncio.gather(*(visit(manners, "a.org", begun, clock) for _ in range(5)))
    assert [at for _, at in begun] == [0, 0, 1, 2, 3]


async def test_time_that_passed_between_requests_counts() -> None:
    clock, begun = FakeClock(), list[tuple[str, float]]()
    manners = Manners(clock.sleep, clock, gap_s=1.0)
    for _ in range(4):
        clock.advance(5)
        await visit(manners, "a.org", begun, clock)
    assert [at for _, at in begun] == [5, 10, 15, 20]
    assert clock.slept == [0.0] * 4


async def test_hosts_do_not_wait_for_each_other() -> None:
    clock, begun = FakeClock(), list[tuple[str, float]]()
    manners = Manners(clock.sleep, clock, in_all=8, gap_s=1.0)
    await asyncio.gather(*(visit(manners, f"{n}.org", begun, clock) for n in range(8)))
    assert {at for _, at in begun} == {0}


@pytest.mark.parametrize(("hosts", "most"), [(1, 2), (20, 8)])
async def test_no_more_run_at_once_than_may(hosts: int, most: int) -> None:
    running, seen = 0, 0
    manners = Manners(FakeClock().sleep, FakeClock(), gap_s=0.0)

    async def one(host: str) -> None:
        nonlocal running, seen
        async with manners.turn(host):
            running += 1
            seen = max(seen, running)
            await asyncio.sleep(0.001)
            running -= 1

    await asyncio.gather(*(one(f"{n % hosts}.org") for n in range(20)))
    assert seen == most


async def test_a_request_that_fails_or_is_cancelled_frees_its_place() -> None:
    manners = Manners(FakeClock().sleep, FakeClock(), per_host=1, in_all=1, gap_s=0.0)
    with pytest.raises(ZeroDivisionError):
        async with manners.turn("a.org"):
            raise ZeroDivisionError
    waiting = asyncio.create_task(visit(manners, "a.org", [], FakeClock(), 100))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(1), manners.turn("a.org"):
        pass
