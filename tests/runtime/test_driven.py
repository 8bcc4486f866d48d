from __future__ import annotations

import asyncio

import pytest

from kasen.errors import InternalError, Stopped
from kasen.runtime.driven import Driven
from kasen.runtime.rows import RunRow
from runtime.rows import run_row

ROW = run_row("one")


class Attempt:
    def stop(self, *, keeps_turn: bool = False) -> None: ...
    def cancel(self) -> None: ...


def begin(driven: Driven, run_id: str, error: Exception | None = None) -> asyncio.Event:
    """An attempt that ends, so, when it is told."""
    end = asyncio.Event()

    async def work() -> RunRow:
        await end.wait()
        if error is not None:
            raise error
        return ROW

    task = asyncio.create_task(work())
    driven.add(run_id, Attempt(), task)
    task.add_done_callback(lambda done: driven.let_go(run_id, done))
    return end


async def test_an_attempt_is_at_work_until_it_ends_and_then_it_is_gone() -> None:
    driven = Driven()
    end = begin(driven, "one")
    assert (driven.at_work, driven.is_at("one"), len(driven.attempts)) == (frozenset({"one"}), True, 1)
    waiting = asyncio.create_task(driven.ended("one"))
    end.set()
    assert await waiting == ROW
    await asyncio.sleep(0)
    assert (driven.at("one"), driven.is_at("one"), await driven.ended("one")) == (None, False, None)


async def test_why_one_failed_is_kept_until_the_run_is_driven_again() -> None:
    driven = Driven()
    begin(driven, "one", InternalError("broken")).set()
    for _ in range(2):
        with pytest.raises(InternalError, match="broken"):
            await driven.ended("one")
    assert (driven.at_work, driven.at("one") is None) == (frozenset(), False)
    begin(driven, "one").set()
    assert await driven.ended("one") == ROW


async def test_only_the_latest_failures_are_kept() -> None:
    driven = Driven(failures=3)
    at_work = begin(driven, "begun first", InternalError("broken"))
    for n in range(10):
        begin(driven, str(n), InternalError("broken")).set()
        await asyncio.sleep(0.001)
    begin(driven, "8", InternalError("broken again"))  # it is driven again: no failure any more
    begin(driven, "10", InternalError("broken")).set()
    await asyncio.sleep(0.001)
    assert [n for n in range(11) if driven.at(str(n)) is not None] == [7, 8, 9, 10]
    assert set(driven.at_work) == {"begun first", "8"}
    at_work.set()
    with pytest.raises(InternalError):
        await driven.ended("begun first")


async def test_one_that_was_ended_at_once_says_so_and_whoever_waits_may_be_ended_alone() -> None:
    driven = Driven()
    begin(driven, "one")
    waiting = asyncio.create_task(driven.ended("one"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert waiting.cancelled()
    assert driven.is_at("one")
    found = driven.at("one")
    assert found is not None
    waiting = asyncio.create_task(driven.ended("one"))
    await asyncio.sleep(0)
    found[1].cancel()
    with pytest.raises(Stopped, match="stopped at once"):
        await waiting
    assert driven.at("one") is None
