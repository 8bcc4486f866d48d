from __future__ import annotations

import asyncio
import sys
import time
from statistics import quantiles

import pytest

from kasen.runtime.runner import Runner
from runtime.engines.temporal.conftest import Installation
from runtime.engines.temporal.following import ended_right, started
from runtime.engines.temporal.storming import stormed
from runtime.engines.temporal.test_attempts import TAKEOVER_S, took

KILLS = 12


async def test_runs_begun_at_servers_end_right_while_workers_are_killed(
    installation: Installation, runner: Runner
) -> None:
    found = await stormed(installation, runner, runs=20, every_s=2.0, latency_s=0.4)
    assert found.done == 20
    assert found.kills >= 2
    assert found.attempts_lost >= 1


@pytest.mark.slow
async def test_two_hundred_runs_end_right_while_a_worker_is_killed_every_five_seconds(
    installation: Installation, runner: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    found = await stormed(installation, runner, runs=200, every_s=5.0)
    with capsys.disabled():
        sys.stderr.write(f"\n{found}\n")
    assert found.done == 200
    assert found.kills > 3
    assert found.attempts_lost > found.kills, found


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
