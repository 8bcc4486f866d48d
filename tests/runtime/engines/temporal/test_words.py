from __future__ import annotations

import asyncio

import pytest

from kasen.errors import Stopped, UsageError
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
