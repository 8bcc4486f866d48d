from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from kasen.errors import Stopped, UsageError
from kasen.runtime.engines.asked import STOP, STOP_NOW
from kasen.runtime.engines.handed import LOOK
from kasen.runtime.engines.temporal.words import Words
from kasen.runtime.runner import Runner
from runtime.engines.temporal.conftest import Installation
from runtime.engines.temporal.following import ended_right, events_of, started, until


async def test_a_run_is_cancelled_whether_a_worker_drives_it_or_it_waits_for_one(
    installation: Installation, runner: Runner
) -> None:
    waits, driven = await started(runner, 2)
    assert (await runner.cancel(waits)).status == "cancelled"
    worker = await installation.worker(5.0).greets()
    await until(runner, driven, lambda event: event.type == "node_started")
    assert (await runner.cancel(driven)).status == "cancelled"
    assert [event.attempt for event in await events_of(runner, waits)] == [1, 1], "no worker took it up any more"
    assert (await runner.wait(driven)).status == "cancelled"
    with pytest.raises(UsageError, match="is cancelled already"):
        await runner.cancel(driven)
    assert len(worker.calls) <= 1, "the answer that was waited for was not"


async def test_a_run_is_stopped_after_its_step_or_at_once_and_goes_on_when_it_is_continued(
    installation: Installation, runner: Runner
) -> None:
    await installation.worker(0.3).greets()
    (run_id,) = await started(runner)
    await until(runner, run_id, lambda event: event.type == "node_started")
    runner.stop(run_id)
    with pytest.raises(Stopped):
        await runner.wait(run_id)
    assert (await runner.store.run(run_id)).status == "interrupted"
    await runner.continue_(run_id, options=(await runner.store.run(run_id)).options)
    await until(runner, run_id, lambda event: event.attempt == 2 and event.type == "node_started")
    async with asyncio.timeout(30):
        await runner.kill(run_id)
    assert (await runner.store.run(run_id)).status == "interrupted"
    await runner.continue_(run_id)
    found = await ended_right(runner, [run_id])
    assert found[run_id][-1].attempt == 3


async def test_each_word_is_passed_on_once_to_the_attempt_that_it_was_left_for() -> None:
    told: list[str] = []
    with ExitStack() as opened:
        asked = Asked(STOP_NOW)
        words = Words(asked)  # type: ignore[arg-type]
        works = [asyncio.create_task(ends_late(told, name)) for name in ("one", "two")]
        one = opened.enter_context(ExitStack())
        one.enter_context(words.heard("R", Attempt(told, "one"), works[0]))  # type: ignore[arg-type]
        await asyncio.sleep(3 * LOOK)
        assert told == ["one stops", "one is ended"], "what it does yet is not disturbed by a second word"
        asked.word = STOP

        def continued() -> None:
            """While the row is being read the attempt ends, and another one of the run begins."""
            one.close()
            opened.enter_context(words.heard("R", Attempt(told, "two"), works[1]))  # type: ignore[arg-type]
            asked.word, asked.meanwhile = 0, lambda: None

        asked.meanwhile = continued
        await asyncio.sleep(3 * LOOK)
        assert told[2:] == []
        while not all(work.done() for work in works):
            for work in works:
                work.cancel()
            await asyncio.sleep(0)


class Asked:
    """A store in which that word stands for each run that is looked for."""

    def __init__(self, word: int) -> None:
        self.word = word
        self.meanwhile: Callable[[], None] = lambda: None

    async def read(self, _query: object) -> dict[str, int]:
        found = {"R": self.word} if self.word else {}
        self.meanwhile()
        return found


class Attempt:
    """Notes that it was asked to stop."""

    def __init__(self, told: list[str], name: str) -> None:
        self._told = told
        self._name = name

    def stop(self, **_how: Any) -> None:
        self._told.append(f"{self._name} stops")


async def ends_late(told: list[str], name: str) -> None:
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        told.append(f"{name} is ended")
    await asyncio.Event().wait()  # it writes down how it ended
