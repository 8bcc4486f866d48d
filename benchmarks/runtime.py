"""How fast runs are driven: `python benchmarks/runtime.py [--runs N] [--home DIR] [--json]`.

`append_*`: milliseconds of one event append while 100 attempts do nothing but append. `paced_*`: N echo runs at once
whose model takes half a second for each answer; `rules_*`: N echo runs at once by rules, which never wait and keep the
processor busy. Of both: milliseconds until one write (event, receipt, checkpoint) is committed, and until its caller
goes on. `read_*`: the same rules once more, each run followed by a reader: events per second that reach them, and
milliseconds from the moment at which an event says that it was written.

`memory`: resident megabytes of a process of its own that has opened a runner (`idle_mb`), while one run waits for its
model, while `--runs` do, when these have ended, and after each of ten rounds more of as many (`after_rounds_mb`).
`run_kb` is what each of the many adds while it waits. What each run of the rounds leaves behind: `left_kb_per_run`, the
slope of the line through their second half, and `left_blocks_per_run`, of blocks of memory that Python holds (the
median of what a round adds: some 10,000 come and go from round to round). `disk_kb_per_run` is what the database grows
by for one. `imports`: medians of new interpreters, in turn, less those of an empty one.

The home is a new folder in the temporary folder, so on a disk; `--home` takes another place.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Engine

from kasen.errors import Refused
from kasen.models.provider import ChatModel
from kasen.runtime.attempt import Attempt
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.writer import Job, Rest, Writer
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel

T = TypeVar("T")

WRITERS = 100
EVENTS_EACH = 50
CLAIMS = 300
PACE = 0.5
"""Seconds for an answer of a model that is quick."""
WAITS = 3.0
"""Seconds for an answer while memory is looked at: all runs have begun to wait at half of it."""
ROUNDS = 10
PAGES = ("page_count", "freelist_count", "page_size")
STARTS = 5
IMPORTS = {
    "nothing": "pass",
    "kasen": "import kasen",
    "langgraph.graph": "import langgraph.graph",
    "kasen.runtime.local": "import kasen.runtime.local",
    "runner and driver": "import kasen.runtime.local, kasen.runtime.drive",
}


class TimedWriter(Writer):
    """A writer that notes, in milliseconds, when each job was committed and when its caller went on."""

    def __init__(self, engine: Engine) -> None:
        self.committed: list[float] = []
        self.returned: list[float] = []
        super().__init__(engine)

    async def __call__(self, job: Job[T], *, rest: Rest | None = None) -> T:
        """Write, and watch the clock."""
        timed: Any = TimedJob(job, time.perf_counter())
        try:
            return cast("T", await super().__call__(timed, rest=rest))
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


async def read(store: Store, count: int) -> dict[str, float]:
    """Runs by rules, each with a reader who takes its events as they come."""
    runner = Runner(store, host_with(None, store.home))
    await runner.wait(await runner.start("echo", {"text": "warm up"}))
    took: list[float] = []

    async def follow(run_id: str) -> None:
        async for event in runner.events(run_id):
            took.append(1000 * (time.time() - datetime.fromisoformat(event.at).timestamp()))

    began = time.perf_counter()
    ids = await asyncio.gather(*(runner.start("echo", {"text": f"hello world {n}"}) for n in range(count)))
    await asyncio.gather(*map(follow, ids))
    seconds = time.perf_counter() - began
    missed = sum([(await store.run(run_id)).last_seq for run_id in ids]) - len(took)
    await runner.close()
    figures = {"read_events": len(took), "read_missed": missed, "read_events_per_s": round(len(took) / seconds)}
    return {**figures, **percentiles("read", took)}


def resident_mb() -> float:
    """What this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return round(pages * resource.getpagesize() / 2**20, 1)


async def memory(home: Path, count: int) -> dict[str, Any]:
    """Resident memory at rest, with one run, with many, after more of them; to be had in a process of its own."""
    slow = ScriptedModel(lambda _request: Refused("the rule answers"), latency_s=WAITS)
    found: dict[str, Any] = {}

    async def at_once(many: int, name: str) -> None:
        ids = [await runner.start("echo", {"text": f"hello world {n}"}) for n in range(many)]
        await asyncio.sleep(WAITS / 2)
        found[name] = resident_mb()
        await asyncio.gather(*map(runner.wait, ids))
        slow.requests.clear()  # which the fake keeps, and no run

    async with Store(home / "memory") as store:
        runner = Runner(store, host_with(slow, store.home), turns=Turns(count))
        found["idle_mb"] = resident_mb()
        await at_once(1, "first_run_mb")
        await at_once(1, "one_run_mb")
        await at_once(count, "many_runs_mb")
        found["after_many_mb"] = resident_mb()
        await runner.close()
        size = disk_kb(store.home)
        found |= await rounds(store, count)
    found["run_kb"] = round(1024 * (found["many_runs_mb"] - found["one_run_mb"]) / count, 1)
    found["disk_kb_per_run"] = round((disk_kb(home / "memory") - size) / (ROUNDS * count), 1)
    return {"runs": count, **found}


async def rounds(store: Store, count: int) -> dict[str, Any]:
    """Memory after each of several rounds of many runs whose model is quick."""
    model = ScriptedModel(lambda _request: Refused("the rule answers"), latency_s=PACE)
    runner = Runner(store, host_with(model, store.home), turns=Turns(count))
    after: list[float] = []
    blocks: list[int] = []
    for _ in range(ROUNDS):
        ids = await asyncio.gather(*(runner.start("echo", {"text": f"hello world {n}"}) for n in range(count)))
        await asyncio.gather(*map(runner.wait, ids))
        model.requests.clear()
        gc.collect()
        after.append(resident_mb())
        blocks.append(sys.getallocatedblocks())
    await runner.close()
    half = ROUNDS // 2
    return {
        "after_rounds_mb": after,
        "left_kb_per_run": round(1024 * slope(after[half:]) / count, 2),
        "left_blocks_per_run": round(statistics.median(now - then for then, now in pairwise(blocks)) / count, 2),
    }


def slope(values: Sequence[float]) -> float:
    """By how much each is above the one before it, of the straight line that is nearest to all."""
    return statistics.linear_regression(range(len(values)), values).slope


def disk_kb(home: Path) -> float:
    """Pages of the database that hold something, those that are still in its log with them."""
    with closing(sqlite3.connect(home / "kasen.db")) as file:
        count, free, size = (file.execute(f"PRAGMA {name}").fetchone()[0] for name in PAGES)
    return float((count - free) * size / 1024)


def imports() -> dict[str, dict[str, float]]:
    """Milliseconds and megabytes that imports add to an empty interpreter."""
    code = "{}; print(open('/proc/self/statm').read().split()[1])"
    took: dict[str, list[float]] = {name: [] for name in IMPORTS}
    held: dict[str, float] = {}
    for _ in range(STARTS):
        for name, line in IMPORTS.items():
            began = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", code.format(line)], stdout=subprocess.PIPE, text=True, check=True
            )
            took[name].append(1000 * (time.perf_counter() - began))
            held[name] = int(done.stdout) * resource.getpagesize() / 2**20
    return {
        name: {
            "ms": round(statistics.median(took[name]) - statistics.median(took["nothing"]), 1),
            "mb": round(held[name] - held["nothing"], 1),
        }
        for name in IMPORTS
        if name != "nothing"
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
        "read": lambda store: read(store, count),
        "appends": appends,
        "claims": claims,
    }
    for name, part in parts.items():
        async with Store(home / name, writer=TimedWriter) as store:
            found |= await part(store)
    line = [sys.executable, __file__, "--memory", "--runs", str(count), "--home", str(home)]
    alone = await asyncio.to_thread(subprocess.run, line, stdout=subprocess.PIPE, text=True, check=True)
    return found | {"memory": json.loads(alone.stdout), "imports": await asyncio.to_thread(imports)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--memory", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    logging.getLogger("kasen").setLevel(logging.ERROR)
    if given.memory:
        print(json.dumps(asyncio.run(memory(given.home, given.runs))))
        return
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
