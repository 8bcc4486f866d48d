from __future__ import annotations

import asyncio

from kasen.runtime.followed import WINDOW, WINDOW_CHARS, Followed
from kasen.runtime.stored import Stored


def events(first: int, last: int, size: int = 10) -> list[Stored]:
    return [Stored(seq, "warning", "x" * size) for seq in range(first, last + 1)]


def opened(at: int = 0) -> Followed:
    run = Followed()
    run.open(at)
    return run


async def test_the_window_gives_what_comes_after_any_number_in_it() -> None:
    run = opened(4)
    run.take(events(5, 9))
    assert run.above(3) is None
    assert [one.seq for one in run.above(4) or ()] == [5, 6, 7, 8, 9]
    assert [one.seq for one in run.above(8) or ()] == [9]
    assert run.above(9) == ()
    assert run.above(10**18) == ()


async def test_numbers_that_were_taken_back_are_no_gap() -> None:
    run = opened()
    run.take([*events(1, 2), *events(7, 8)])
    assert [one.seq for one in run.above(4) or ()] == [7, 8]


async def test_the_window_holds_the_latest_events_only() -> None:
    run = opened()
    run.take(events(1, 300))
    run.take(events(301, WINDOW + 88))
    assert run.floor == 88
    assert run.above(87) is None
    assert len(run.above(88) or ()) == WINDOW


async def test_large_events_push_out_more_and_the_latest_stays() -> None:
    run = opened()
    run.take(events(1, 5, size=WINDOW_CHARS // 2))
    assert [one.seq for one in run.above(run.floor) or ()] == [4, 5]
    run.take(events(6, 6, size=WINDOW_CHARS * 2))
    assert [one.seq for one in run.above(run.floor) or ()] == [6]


async def test_two_who_wait_are_both_woken() -> None:
    run = opened()
    waiting = [asyncio.create_task(run.news.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    run.wake()
    assert await asyncio.gather(*waiting) == [True, True]
    assert not run.news.is_set()
