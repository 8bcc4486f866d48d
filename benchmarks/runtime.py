"""How fast runs are driven: `python benchmarks/runtime.py [--runs N] [--home DIR] [--json]`.

Figures: milliseconds of one committed write (events, receipts, checkpoints) while N echo runs are driven at once, with
their super-steps per second; milliseconds of one event append while 100 attempts do nothing but append; claims per
second of one process. The home is a new folder in the temporary folder, so on a disk; `--home`
takes another place.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import shutil
import tempfile
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine

from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.writer import Job, Writer
from kasen.testing.crash_child import rules_only

T = TypeVar("T")

WRITERS = 100
EVENTS_EACH = 50
CLAIMS = 300


class TimedWriter(Writer):
    """A writer that notes how long each job took from being handed in to being committed, in milliseconds."""

    def __init__(self, engine: Engine) -> None:
        self.took: list[float] = []
        super().__init__(engine)

    def submit(self, job: Job[T]) -> Future[T]:
        """Queue the job and watch the clock."""
        began = time.perf_counter()
        future = super().submit(job)
        future.add_done_callback(lambda _done: self.took.append((time.perf_counter() - began) * 1000))
        return future


def percentiles(name: str, took: list[float]) -> dict[str, float]:
    """p50 and p99."""
    took.sort()
    return {
        f"{name}_p50_ms": round(took[len(took) // 2], 2),
        f"{name}_p99_ms": round(took[len(took) * 99 // 100], 2),
    }


async def new_attempt(store: Store) -> Attempt:
    """A run and its first attempt."""
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


async def appends(store: Store) -> dict[str, float]:
    """Milliseconds of one committed append while many attempts append."""
    attempts = [await new_attempt(store) for _ in range(WRITERS)]
    took: list[float] = []

    async def write(attempt: Attempt) -> None:
        for n in range(EVENTS_EACH):
            began = time.perf_counter()
            await attempt.emit("warning", text=f"number {n}")
            took.append((time.perf_counter() - began) * 1000)

    began = time.perf_counter()
    await asyncio.gather(*map(write, attempts))
    seconds = time.perf_counter() - began
    return {**percentiles("append", took), "appends_per_s": round(len(took) / seconds)}


async def runs(store: Store, count: int) -> dict[str, float]:
    """Whole runs of echo by rules, all at once; the time from the start of the first to the end of the last."""
    runner = Runner(store, rules_only(store.home))
    await runner.wait(await runner.start("echo", {"text": "warm up"}))
    timed = store.write
    assert isinstance(timed, TimedWriter)
    timed.took.clear()
    began = time.perf_counter()
    ids = await asyncio.gather(*(runner.start("echo", {"text": f"hello world {n}"}) for n in range(count)))
    rows = await asyncio.gather(*map(runner.wait, ids))
    seconds = time.perf_counter() - began
    assert all(row.status == "done" for row in rows)
    events = sum(row.last_seq for row in rows)
    steps = 5 * count  # planner, workers, approve, writer, gate
    return {
        "runs": count,
        "runs_per_s": round(count / seconds, 1),
        "super_steps_per_s": round(steps / seconds, 1),
        "events_per_s": round(events / seconds),
        **percentiles("write", timed.took),
    }


async def claims(store: Store) -> dict[str, float]:
    """Fencing tokens taken one after another."""
    attempt = await new_attempt(store)
    began = time.perf_counter()
    for _ in range(CLAIMS):
        await store.claim(attempt.run_id)
    return {"claims_per_s": round(CLAIMS / (time.perf_counter() - began))}


async def measure(home: Path, count: int) -> dict[str, Any]:
    """All figures, each in a home of its own."""
    found: dict[str, Any] = {}
    for name, part in (("appends", appends), ("runs", lambda store: runs(store, count)), ("claims", claims)):
        async with Store(home / name, writer=TimedWriter) as store:
            found |= await part(store)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    logging.getLogger("kasen").setLevel(logging.ERROR)
    home = Path(tempfile.mkdtemp(prefix="kasen-benchmark-", dir=given.home))
    try:
        found = asyncio.run(measure(home, given.runs))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if given.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:20} {value}")


if __name__ == "__main__":
    main()
