"""How full the places of the embedded engine are kept: `python benchmarks/capacity.py [--runs N] [--json]`.

N runs of echo are queued at once by several owners; their model takes a second for each answer, so that a run is three
seconds of waiting for models: planner, two workers at the same time, writer. `kept` is what the limits would allow at
best (`ideal_s`: full places, one round after the other) as a share of what it took; the rest is what the engine adds.
`places_filled` is the share of places that had a run while others waited. The home is a new folder in the temporary
folder; `--database` takes a PostgreSQL server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import math
import shutil
import tempfile
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from kasen.models.provider import ModelRequest
from kasen.runtime.engines.embedded.turns import PLACES, Turns
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel

CALLS_IN_A_ROW = 3
"""Answers that a run of echo waits for one after the other."""


def answer(request: ModelRequest) -> dict[str, Any]:
    """What a good model says."""
    return {"parts": ["hello", "world"]} if request.role == "planner" else {"text": "hello world"}


class Filled:
    """Looks, again and again, how many places are taken while others wait; use it as a task."""

    def __init__(self, turns: Turns, every_s: float = 0.05) -> None:
        self._turns = turns
        self._every_s = every_s
        self.shares: list[float] = []

    async def __call__(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(self._every_s)
            if self._turns.waiting:
                self.shares.append(self._turns.taken / self._turns.places)

    @property
    def share(self) -> float:
        """The mean; 1 when nobody ever waited."""
        return sum(self.shares) / len(self.shares) if self.shares else 1.0


async def measure(store: Store, runs: int, places: int, call_s: float, owners: int) -> dict[str, Any]:
    """Queue them all, wait for the last, and say what it took."""
    runner = Runner(store, host_with(ScriptedModel(answer, latency_s=call_s), store.home), turns=Turns(places))
    await runner.wait(await runner.start("echo", {"text": "warm up"}))
    filled = Filled(runner.turns)
    looking = asyncio.create_task(filled())
    began, cpu = time.perf_counter(), time.process_time()
    parts = await asyncio.gather(*(_queue(runner, f"owner-{n}", range(n, runs, owners)) for n in range(owners)))
    queued = {run_id: at for part in parts for run_id, at in part.items()}
    queueing = time.perf_counter() - began
    rows = await asyncio.gather(*map(runner.wait, queued))
    took, spent = time.perf_counter() - began, time.process_time() - cpu
    looking.cancel()
    with suppress(asyncio.CancelledError):
        await looking
    waits = sorted([await _began(store, row.id) - queued[row.id] for row in rows])
    ideal = math.ceil(runs / places) * CALLS_IN_A_ROW * call_s
    await runner.close()
    return {
        "runs": runs,
        "done": sum(row.status == "done" for row in rows),
        "places": places,
        "owners": owners,
        "call_s": call_s,
        "queueing_s": round(queueing, 2),
        "seconds": round(took, 2),
        "ideal_s": round(ideal, 2),
        "kept": round(ideal / took, 3),
        "places_filled": round(filled.share, 3),
        "cpu_ms_per_run": round(1000 * spent / runs, 2),
        "runs_per_s": round(runs / took, 1),
        "wait_p50_s": round(waits[len(waits) // 2], 2),
        "wait_p95_s": round(waits[len(waits) * 95 // 100], 2),
    }


async def _queue(runner: Runner, owner: str, numbers: range) -> dict[str, float]:
    """Ask for one run after the other; when each was asked for."""
    asked = {}
    for number in numbers:
        now = time.time()
        asked[await runner.start("echo", {"text": f"hello world {number}"}, owner=owner)] = now
    return asked


async def _began(store: Store, run_id: str) -> float:
    (event,) = await store.events(run_id, limit=1)
    return datetime.fromisoformat(event.at).timestamp()


async def main(home: Path, given: argparse.Namespace) -> dict[str, Any]:
    """One measurement in `home`."""
    more = {"database": given.database} if given.database else {}
    async with Store(home, **more) as store:
        found = await measure(store, given.runs, given.places, given.call, given.owners)
    return {**found, "database": "postgresql" if given.database else "sqlite"}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--places", type=int, default=PLACES)
    parser.add_argument("--owners", type=int, default=4)
    parser.add_argument("--call", type=float, default=1.0, help="seconds for one answer of the model")
    parser.add_argument("--database", default="", help="address of a PostgreSQL server; a SQLite file if not given")
    parser.add_argument("--home", type=Path, help="a folder that is made and deleted again")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    logging.getLogger("kasen").setLevel(logging.ERROR)
    folder = Path(tempfile.mkdtemp(prefix="kasen-capacity-", dir=arguments.home))
    try:
        figures = asyncio.run(main(folder, arguments))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:16} {value}")
