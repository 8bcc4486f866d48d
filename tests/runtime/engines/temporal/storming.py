"""Runs that are begun at real servers and driven by workers, one of which is killed again and again."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles
from typing import Any

import httpx

from kasen.runtime.rows import OVER
from kasen.runtime.runner import Runner
from runtime.engines.temporal.conftest import Installation, Process
from runtime.engines.temporal.following import ECHO, ended_right, stands_at
from runtime.engines.temporal.test_attempts import took

LONGEST_S = 600.0
PLACES = {"KASEN_MAX_CONCURRENCY": "8"}


@dataclass(frozen=True, kw_only=True)
class Stormed:
    """What became of them; that they ended right has been looked at."""

    runs: int
    done: int
    kills: int
    """Of workers."""
    servers_killed: int
    attempts_lost: int
    """Attempts that a kill ended, and another worker went on."""
    attempts_busy: int
    """That ended because their worker was busy, for all that is known."""
    asked_again: int
    """Calls of models that were in flight when their worker died."""
    seconds: float
    takeover_p50_s: float | None
    takeover_p95_s: float | None

    def figures(self) -> dict[str, Any]:
        """As one object."""
        return asdict(self)


async def at(server: Process) -> str:
    """Where a server listens."""
    found = re.search(r"http://[^ ]+:\d+", (await server.greets()).said)
    assert found, server.told
    return found[0]


async def begun(installation: Installation, many: int) -> list[str]:
    """Runs that were begun over HTTP, the second half at another server, as the first was killed."""
    one, two = [installation.command("serve", "--port", "0") for _ in range(2)]
    runs = await _posted(await at(one), many // 2)
    one.kill()
    return runs + await _posted(await at(two), many - many // 2)


async def _posted(server: str, many: int) -> list[str]:
    runs = []
    async with httpx.AsyncClient(base_url=server, timeout=60) as client:
        for _ in range(many):
            answer = await client.post("/api/runs", json={"team": "echo", "request": ECHO})
            assert answer.status_code < 300, answer.text
            runs.append(answer.json()["id"])
    return runs


async def stormed(
    installation: Installation, runner: Runner, *, runs: int, every_s: float, latency_s: float = 1.0
) -> Stormed:
    """Kill one of two workers every so often until all runs have ended. Raises AssertionError where one did not."""
    workers = [await installation.worker(latency_s, **PLACES).greets() for _ in range(2)]
    start = time.monotonic()
    all_ended = asyncio.create_task(_all_ended(installation, runner, runs))
    killed: list[float] = []
    while not all_ended.done():
        await asyncio.wait({all_ended}, timeout=every_s)
        if not all_ended.done():
            workers.pop(0).kill()
            killed.append(time.time())
            workers.append(installation.worker(latency_s, **PLACES))
    took_s = time.monotonic() - start
    found = await ended_right(runner, all_ended.result())
    takeovers = sorted(one for events in found.values() for one in took(events, killed))
    calls = [call for worker in installation.processes for call in worker.calls]
    return Stormed(
        runs=runs,
        done=len(found),
        kills=len(killed),
        servers_killed=1,
        attempts_lost=len(takeovers),
        attempts_busy=sum(events[-1].attempt - 1 for events in found.values()) - len(takeovers),
        asked_again=len(calls) - len(set(calls)),
        seconds=round(took_s, 1),
        takeover_p50_s=_percentile(takeovers, 50),
        takeover_p95_s=_percentile(takeovers, 95),
    )


async def _all_ended(installation: Installation, runner: Runner, many: int) -> list[str]:
    runs = await begun(installation, many)
    for run_id in runs:
        await stands_at(runner, run_id, *OVER, within=LONGEST_S)
    return runs


def _percentile(values: Sequence[float], p: int) -> float | None:
    return round(quantiles(values, n=100, method="inclusive")[p - 1], 2) if len(values) > 1 else None
