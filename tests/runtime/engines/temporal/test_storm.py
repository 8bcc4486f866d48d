from __future__ import annotations

import asyncio
import sys
import time
from statistics import quantiles

import pytest

from kasen.runtime.runner import Runner
from runtime.engines.temporal.conftest import Installation
from runtime.engines.temporal.following import ended_right, started
from runtime.engines.temporal.test_attempts import TAKEOVER_S, took

RUNS = 200
EVERY_S = 5.0
KILLS = 12


async def driven(runner: Runner) -> list[str]:
    """Runs that were begun one after the other, when all have ended."""
    runs = await started(runner, RUNS)
    for run_id in runs:
        await runner.wait(run_id)
    return runs


@pytest.mark.slow
async def test_two_hundred_runs_end_right_while_a_worker_is_killed_every_five_seconds(
    installation: Installation, runner: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    workers = [await installation.worker(1.0, KASEN_MAX_CONCURRENCY="8").greets() for _ in range(2)]
    all_ended = asyncio.create_task(driven(runner))
    killed: list[float] = []
    while not all_ended.done():
        await asyncio.wait({all_ended}, timeout=EVERY_S)
        if not all_ended.done():
            workers.pop(0).kill()
            killed.append(time.time())
            workers.append(installation.worker(1.0, KASEN_MAX_CONCURRENCY="8"))
    found = await ended_right(runner, all_ended.result())
    lost = sum(len(took(events, killed)) for events in found.values())
    busy = sum(events[-1].attempt - 1 for events in found.values()) - lost
    calls = [call for worker in installation.processes for call in worker.calls]
    again = len(calls) - len(set(calls))
    said = f"{RUNS} runs, {len(killed)} kills, {lost} attempts lost by them, {busy} by workers that were busy"
    with capsys.disabled():
        sys.stderr.write(f"\n{said}; {again} calls asked again that were in flight\n")
    assert len(killed) > 3
    assert lost > len(killed), said


@pytest.mark.slow
async def test_how_long_it_takes_until_another_worker_goes_on(
    installation: Installation, runner: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a heartbeat of two seconds, and places that are free."""
    workers = [await installation.worker(1.0).greets() for _ in range(2)]
    times: list[float] = []
    for _ in range(KILLS):
        runs = await started(runner, 4)
        await asyncio.sleep(1.5)
        workers.pop(0).kill()
        killed = time.time()
        workers.append(await installation.worker(1.0).greets())
        for events in (await ended_right(runner, runs)).values():
            times += took(events, [killed])
    p50, p95 = quantiles(times, n=20)[9], quantiles(times, n=20)[18]
    with capsys.disabled():
        sys.stderr.write(f"\n{len(times)} takeovers after {KILLS} kills: p50 {p50:.2f} s, p95 {p95:.2f} s\n")
    assert p50 <= TAKEOVER_S, f"p50 {p50:.2f} s, p95 {p95:.2f} s"
