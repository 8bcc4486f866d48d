from __future__ import annotations

import asyncio

import pytest

from kasen.runtime.web_flights import Flights


class Calls:
    """Calls that end when they are let."""

    def __init__(self) -> None:
        self.made = 0
        self.ended_early = 0
        self.go = asyncio.Event()
        self.began = asyncio.Event()

    async def __call__(self) -> int:
        self.made += 1
        made = self.made
        self.began.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.ended_early += 1
            raise
        return made


async def joined(flights: Flights[int], calls: Calls, key: str = "a") -> int:
    async with flights.join(key, calls) as value:
        return value


async def test_identical_calls_on_their_way_are_one_call() -> None:
    flights, calls = Flights[int](), Calls()
    waiting = [asyncio.create_task(joined(flights, calls)) for _ in range(5)]
    other = asyncio.create_task(joined(flights, calls, "b"))
    await asyncio.sleep(0)
    calls.go.set()
    assert await asyncio.gather(*waiting) == [1] * 5
    assert await other == 2
    assert await joined(flights, calls) == 3, "what is over is asked again"


async def test_who_is_cancelled_leaves_alone_and_the_last_ends_the_call() -> None:
    flights, calls = Flights[int](), Calls()
    first, second, third = (asyncio.create_task(joined(flights, calls)) for _ in range(3))
    await calls.began.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert calls.ended_early == 0
    second.cancel()
    third.cancel()
    await asyncio.wait({second, third})
    assert (calls.made, calls.ended_early) == (1, 1)
    calls.go.set()
    assert await joined(flights, calls) == 2


async def test_a_call_is_known_while_one_who_joined_still_writes_down_what_came() -> None:
    flights, calls = Flights[int](), Calls()
    calls.go.set()
    async with flights.join("a", calls) as first:
        assert await joined(flights, calls) == first == 1
    assert await joined(flights, calls) == 2


async def test_a_failure_is_told_to_all_and_tried_anew_by_the_next() -> None:
    flights = Flights[int]()
    made = 0

    async def fails() -> int:
        nonlocal made
        made += 1
        await asyncio.sleep(0)
        raise LookupError(str(made))

    async def ask() -> int:
        async with flights.join("a", fails) as value:
            return value

    told = await asyncio.gather(*(ask() for _ in range(3)), return_exceptions=True)
    assert [str(error) for error in told] == ["1", "1", "1"]
    with pytest.raises(LookupError, match="2"):
        await ask()
