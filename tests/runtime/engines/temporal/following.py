"""What every run of an installation has to show in the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime

from kasen.runtime.events import Event
from kasen.runtime.runner import Runner

ECHO = {"text": "hello world", "lang": "en"}
WITHIN = 60


async def started(runner: Runner, many: int = 1, **more: object) -> list[str]:
    return [await runner.start("echo", {**ECHO, **more}) for _ in range(many)]


async def events_of(runner: Runner, run_id: str) -> list[Event]:
    return [event async for event in runner.events(run_id, follow=False)]


async def until(runner: Runner, run_id: str, is_there: Callable[[Event], bool]) -> Event:
    """The first event of a run for which that holds, waited for."""
    async with asyncio.timeout(WITHIN):
        async for event in runner.events(run_id):
            if is_there(event):
                return event
    raise AssertionError("the run ended without it")


async def stands_at(runner: Runner, run_id: str, *statuses: str, within: float = WITHIN) -> None:
    """Wait until a run that another process has handed over stands there."""
    async with asyncio.timeout(within):
        while (await runner.store.run(run_id)).status not in statuses:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)


async def ended_right(runner: Runner, run_ids: Sequence[str]) -> dict[str, list[Event]]:
    """The events of each run, when all have ended as if nobody had disturbed them."""
    found = {}
    for run_id in run_ids:
        async with asyncio.timeout(WITHIN):
            row = await runner.wait(run_id)
        assert (row.status, (row.result or {}).get("text")) == ("done", "hello world")
        found[run_id] = events = await events_of(runner, run_id)
        assert [event.seq for event in events] == sorted({event.seq for event in events}), "none twice"
        attempts = [event.attempt for event in events]
        assert attempts == sorted(attempts), "no attempt writes when a later one has begun"
        assert [event.type for event in events].count("run_finished") == 1
        tasks = Counter(event.task for event in events if event.type == "node_finished")
        assert tasks, "nodes have ended"
        assert set(tasks.values()) == {1}, "no finished node runs again"
    return found


def seconds(event: Event) -> float:
    return datetime.fromisoformat(str(event.at)).timestamp()
