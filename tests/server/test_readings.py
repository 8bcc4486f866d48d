from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable

import pytest

from kasen.errors import StoreFailed, UnknownName
from kasen.knowledge.ingest import AddReport, OnFile
from kasen.server.errors import Rejected
from kasen.server.readings import KEPT, MOST, Reading, Readings


def held() -> tuple[asyncio.Event, Callable[[OnFile], Awaitable[AddReport]]]:
    """Work that ends when it is let go."""
    go = asyncio.Event()

    async def work(on_file: OnFile) -> AddReport:
        on_file("kb/tea/files/uji.md", 1, 3)
        await go.wait()
        return AddReport(added=3)

    return go, work


async def ended(readings: Readings, reading: Reading) -> Reading:
    for _ in range(100):
        if not reading.ended:
            await asyncio.sleep(0.01)
    assert reading.ended
    return reading


async def test_a_reading_says_how_far_it_is_and_what_came_of_it() -> None:
    readings = Readings()
    go, work = held()
    reading = readings.begin("mio", "tea", 3, work)
    await asyncio.sleep(0)
    (shown,) = readings.of("mio", "tea")
    assert (shown.name, shown.done, shown.total, shown.ended) == ("uji.md", 1, 3, 0.0)
    go.set()
    await ended(readings, reading)
    assert readings.of("mio", "tea")[0].report == AddReport(added=3)
    assert reading.seconds == reading.ended - reading.begun


async def test_readings_of_others_and_of_other_bases_are_not_told() -> None:
    readings = Readings()
    go, work = held()
    mine = readings.begin("mio", "tea", 1, work)
    go.set()
    await ended(readings, mine)
    assert readings.of("ken", "tea") == readings.of("mio", "coffee") == []
    for owner, base in (("ken", "tea"), ("mio", "coffee")):
        with pytest.raises(UnknownName):
            readings.forget(owner, base, mine.id)


async def test_only_what_is_over_is_forgotten() -> None:
    readings = Readings()
    go, work = held()
    reading = readings.begin("", "tea", 1, work)
    with pytest.raises(Rejected, match="under way") as refused:
        readings.forget("", "tea", reading.id)
    assert refused.value.status == 409
    readings.forget_all("", "tea")
    assert readings.of("", "tea") == [reading]
    go.set()
    await ended(readings, reading)
    readings.forget("", "tea", reading.id)
    assert readings.of("", "tea") == []


async def test_too_many_at_once_are_refused_each_caller_alone() -> None:
    readings = Readings()
    _, work = held()
    for _ in range(MOST):
        readings.begin("mio", "tea", 1, work)
    with pytest.raises(Rejected, match="20 readings of yours") as refused:
        readings.begin("mio", "tea", 1, work)
    assert refused.value.status == 429
    readings.begin("ken", "tea", 1, work)
    await readings.close()


async def test_the_oldest_outcomes_are_dropped() -> None:
    readings = Readings()
    go, work = held()
    go.set()
    begun = [await ended(readings, readings.begin("", "tea", 1, work)) for _ in range(KEPT + 2)]
    assert readings.of("", "tea") == begun[2:]


async def test_outcomes_that_nobody_asks_for_are_dropped_too() -> None:
    readings = Readings()
    go, work = held()
    go.set()
    begun = [weakref.ref(await ended(readings, readings.begin("", "tea", 1, work))) for _ in range(KEPT + 5)]
    gc.collect()
    assert sum(1 for one in begun if one() is not None) <= KEPT + 1


async def test_what_fails_is_kept_as_its_problem() -> None:
    readings = Readings()

    async def full(_on_file: OnFile) -> AddReport:
        raise StoreFailed("the disk is full")

    async def broken(_on_file: OnFile) -> AddReport:
        raise KeyError("secret")

    first = await ended(readings, readings.begin("", "tea", 1, full))
    second = await ended(readings, readings.begin("", "tea", 1, broken))
    assert str(first.problem) == "the disk is full"
    assert str(second.problem) == "the server made a mistake"


async def test_closing_ends_what_is_under_way() -> None:
    readings = Readings()
    _, work = held()
    reading = readings.begin("", "tea", 1, work)
    await asyncio.sleep(0)
    await readings.close()
    assert reading.ended
    assert reading.report is None
