from __future__ import annotations

import asyncio
import json
import signal

import httpx

from kasen.runtime.runner import Runner
from runtime.engines.temporal.conftest import Installation
from runtime.engines.temporal.following import ended_right, started
from servers.postgresql import free_port


async def test_a_command_hands_its_run_to_a_worker_that_says_how_it_is_and_ends_with_0(
    installation: Installation,
) -> None:
    port, shared = free_port(), {"KASEN_ARTIFACTS": (installation.folder / "shared").as_uri()}
    worker = await installation.command("worker", "--health", str(port), **shared).greets()
    assert installation.queue in worker.said
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"http://127.0.0.1:{port}/")).text == "ok, 0 at work\n"
    asked = installation.command("echo", "hello world", "--json", **shared)
    assert await asyncio.to_thread(asked.ended) == 0, asked.told
    events = [json.loads(line) for line in asked.said.splitlines()]
    assert [event["type"] for event in (events[0], events[-1])] == ["run_started", "run_finished"]
    worker.signal(signal.SIGTERM)
    assert await asyncio.to_thread(worker.ended) == 0, worker.told


async def test_a_run_that_is_handed_over_is_driven_by_a_worker_and_followed(
    installation: Installation, runner: Runner
) -> None:
    worker = await installation.worker(0.01).greets()
    assert f"`{installation.queue}` at {installation.temporal.address}" in worker.said
    (run_id,) = await started(runner)
    assert run_id in runner.driven
    seen = [event.type async for event in runner.events(run_id)]
    assert (seen[0], seen[-1]) == ("run_started", "run_finished")
    await ended_right(runner, [run_id])
    assert worker.calls
    assert not runner.driven
