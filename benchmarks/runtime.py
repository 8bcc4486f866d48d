"""How fast runs are driven: `python benchmarks/runtime.py [--runs N] [--home DIR] [--json]`.

`append_*`: milliseconds of one event append while 100 attempts do nothing but append. `paced_*`: N echo runs at once
whose model takes half a second for each answer; `rules_*`: N echo runs at once by rules, which never wait and keep the
processor busy. Of both: milliseconds until one write (event, receipt, checkpoint) is committed, and until its caller
goes on. The home is a new folder in the temporary folder, so on a disk; `--home` takes another place.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Engine

from kasen.errors import Refused
from kasen.models.provider import ChatModel
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.writer import Job, Writer
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel

T = TypeVar("T")

WRITERS = 100
EVENTS_EACH = 50
CLAIMS = 300
PACE = 0.5
"""Seconds for an answer of a model that is quick."""


class TimedWriter(Writer):
    """A writer that notes, in milliseconds, when each job was committed and when its caller went on."""

    def __init__(self, engine: Engine) -> None:
        self.committed: list[float] = []
        self.returned: list[float] = []
        super().__init__(engine)

    async def __call__(self, job: Job[T]) -> T:
        """Write, and watch the clock."""
        timed: Any = TimedJob(job, time.perf_counter())
        try:
            return cast("T", await super().__call__(timed))
        finally:
            self.returned.append((time.perf_counter() - timed.began) * 1000)

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        """Commit, and watch the clock."""
        values = super().transact(batch)
        now = time.perf_counter()
        self.committed += [(now - job.began) * 1000 for job in batch if isinstance(job, TimedJob)]
        return values


class TimedJob(NamedTuple):
    """A job and when it was handed in."""

    job: Job[Any]
    began: float

    def __call__(self, connection: Connection) -> Any:
        """Do it."""
        return self.job(connection)


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
    await attempts[0].emit("warning", text="warm up")
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


async def runs(store: Store, count: int, name: str, model: ChatModel | None = None) -> dict[str, float]:
    """Whole runs of echo, all started at once; the time from the start of the first to the end of the last."""
    runner = Runner(store, host_with(model, store.home))
    await runner.wait(await runner.start("echo", {"text": "warm up"}))
    timed = store.write
    assert isinstance(timed, TimedWriter)
    timed.committed.clear()
    timed.returned.clear()
    began = time.perf_counter()
    ids = await asyncio.gather(*(runner.start("echo", {"text": f"hello world {n}"}) for n in range(count)))
    rows = await asyncio.gather(*map(runner.wait, ids))
    seconds = time.perf_counter() - began
    assert all(row.status == "done" for row in rows)
    steps = 5 * count  # planner, workers, approve, writer, gate
    return {
        f"{name}_runs_per_s": round(count / seconds, 1),
        f"{name}_super_steps_per_s": round(steps / seconds, 1),
        f"{name}_events_per_s": round(sum(row.last_seq for row in rows) / seconds),
        **percentiles(f"{name}_commit", timed.committed),
        **percentiles(f"{name}_write", timed.returned),
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
    found: dict[str, Any] = {"runs": count}
    slow = ScriptedModel(lambda _request: Refused("the rule answers"), latency_s=PACE)
    parts: dict[str, Callable[[Store], Awaitable[dict[str, float]]]] = {
        "paced": lambda store: runs(store, count, "paced", slow),
        "rules": lambda store: runs(store, count, "rules"),
        "appends": appends,
        "claims": claims,
    }
    for name, part in parts.items():
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
