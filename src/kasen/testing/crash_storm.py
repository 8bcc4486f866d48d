"""Many runs while everything fails: processes are killed again and again, another program locks the database."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kasen.testing.crash import Crashes, Kill
from kasen.testing.crash_harm import locked
from kasen.testing.traces import judged, read_bills, read_traces


@dataclass(frozen=True, kw_only=True)
class Weather:
    """How bad it is, beside what the work brings along."""

    processes: int = 2
    kill_s: tuple[float, float] = (10.0, 20.0)
    """Seconds after which a process is killed, least and most."""
    lock_s: tuple[float, float] = (0.1, 0.8)
    """How long another program locks the database file."""
    every_s: float = 3.0
    """Seconds between two such locks."""
    longest_s: float = 3600.0
    """After that nobody is killed any more, so that it ends."""


@dataclass(kw_only=True)
class Storm:
    """What became of the runs."""

    runs: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    kills: int = 0
    locks: int = 0
    failed: int = 0
    """Runs of which an attempt ended in an error of its own: a kill is none."""
    errors: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    """Which promises were broken, in words."""
    seconds: float = 0.0


def storm(crashes: Crashes, home: Path, work: str, weather: Weather, chance: random.Random, **arguments: Any) -> Storm:
    """Have processes run `work` (`"module:name"`) until nothing is left to do; what became of all runs of the home.

    `await work(store, part=…, of=…, **arguments)` drives its part of the runs and returns how many are not over.
    """
    found, began = Storm(), time.monotonic()
    with _bad_neighbour(home, weather, chance, found):
        while True:
            calm = time.monotonic() - began > weather.longest_s
            commands = [
                replace(
                    crashes.command(home, work, part=part, of=weather.processes, **arguments),
                    kill=Kill() if calm else Kill(seconds=chance.uniform(*weather.kill_s)),
                )
                for part in range(weather.processes)
            ]
            outcomes = crashes.run_at_once(*commands)
            found.kills += sum(outcome.killed for outcome in outcomes)
            found.errors.update(outcome.error.partition(":")[0] for outcome in outcomes if outcome.error)
            if calm or all(outcome.value == 0 for outcome in outcomes):
                break
    found.seconds = round(time.monotonic() - began, 1)
    _look(home, found)
    return found


def _look(home: Path, found: Storm) -> None:
    counted: set[str] = set()
    for trace in read_traces(home):
        found.runs += 1
        found.statuses[trace.status] += 1
        found.attempts += max((event["attempt"] for event in trace.events), default=0)
        ends = [event["error"] for event in trace.events if event["type"] == "run_failed"]
        wrong = [error for error in ends if error != "Stopped"]
        found.failed += bool(wrong)
        found.errors.update(wrong)
        found.broken += [f"{trace.run_id}: {one}" for one in judged(trace).all()]
        counted |= set(trace.counted)
    lost = {bill["call_id"] for bill in read_bills(home)} - counted
    found.broken += [f"call {call} was made and no run counts it" for call in sorted(lost)]


@contextmanager
def _bad_neighbour(home: Path, weather: Weather, chance: random.Random, found: Storm) -> Iterator[None]:
    over = threading.Event()

    def meddle() -> None:
        while not over.wait(weather.every_s):
            with locked(home):
                found.locks += 1
                over.wait(chance.uniform(*weather.lock_s))

    thread = threading.Thread(target=meddle)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
