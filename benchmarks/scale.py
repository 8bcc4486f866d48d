"""What saturates first when more runs come: `python benchmarks/scale.py [--runs-per-day N] [--set NAME=VALUE]`.

A simulation of events: runs arrive at random (Poisson), wait for a place, and go through rounds. A round is work on a
worker's processor, commits through the one lock that PostgreSQL has for commits which notify, and an answer of a model,
several calls at once. Servers send what was written; Temporal notes each change. `scale.json` says where the figures
come from; `--set answer_s=3` takes another one. `limits` follows from the utilisation law alone (load = arrivals ×
demand / servers); the simulation adds what waiting does to it, which no formula here would.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

CONSTANTS = Path(__file__).with_suffix(".json")
DAY_S = 86_400.0
PEAK = 3.0
"""The busiest hour has so many times the mean."""
COMFORT = 0.7
"""Utilisation that plans aim at: above, waiting grows faster than load."""
LOADS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)


def constants(changed: Mapping[str, float] | None = None, file: Path = CONSTANTS) -> dict[str, float]:
    """The figures by name, some of them changed. Raises KeyError for a name that is none."""
    found = {name: one["value"] for part in json.loads(file.read_text("utf-8")).values() for name, one in part.items()}
    for name, value in (changed or {}).items():
        if name not in found:
            raise KeyError(name)
        found[name] = value
    return found


@dataclass
class Resource:
    """`servers` that each serve one at a time; who comes first is served first."""

    name: str
    servers: int
    busy_s: float = 0.0
    waits: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._free = [0.0] * self.servers

    def serve(self, now: float, seconds: float) -> float:
        """When it is done, for one who comes now; calls come in order of time."""
        begins = max(now, heapq.heappop(self._free))
        heapq.heappush(self._free, begins + seconds)
        self.busy_s += seconds
        self.waits.append(begins - now)
        return begins + seconds


def demands(of: Mapping[str, float]) -> dict[str, tuple[float, int]]:
    """Resource → seconds that a run asks of it, and how many serve there."""
    in_a_run = of["answers_in_a_row"] * of["answer_s"] + of["worker_cpu_s"]
    sent = of["events"] * of["watchers"] * of["stream_cpu_s"]
    return {
        "places": (in_a_run, round(of["worker_processors"] * of["places"])),
        "worker processors": (of["worker_cpu_s"], round(of["worker_processors"])),
        "model calls": (of["calls"] * of["answer_s"], round(of["model_calls"])),
        "database commits": (of["commits"] / of["jobs_per_commit"] * of["commit_s"], round(of["databases"])),
        "servers": (sent, round(of["servers"])),
        "temporal": (of["temporal_changes"] * of["temporal_change_s"], round(of["temporal_shards"])),
    }


def limits(of: Mapping[str, float]) -> list[tuple[str, float]]:
    """Runs a second that each resource allows, the least first: it is what saturates first."""
    return sorted(
        ((name, servers / seconds) for name, (seconds, servers) in demands(of).items()), key=lambda one: one[1]
    )


class Simulation:
    """Runs through all resources for `seconds`; what is unfinished then is not counted as done."""

    def __init__(self, of: Mapping[str, float], runs_per_s: float, *, seconds: float, seed: int = 1) -> None:
        self._of = of
        self._seconds = seconds
        self._random = random.Random(seed)
        self._rate = runs_per_s
        self._asked = demands(of)
        self.resources = {
            name: Resource(name, servers) for name, (_, servers) in self._asked.items() if name != "places"
        }
        self._places = self._asked["places"][1]
        self._taken, self._held_s = 0, 0.0
        self._line: deque[float] = deque()
        self.place_waits: list[float] = []
        self.took: list[float] = []
        self._events: list[tuple[float, int, Callable[[float], None]]] = []
        self._numbers = count()

    def run(self) -> None:
        """Until the time is over."""
        self._at(self._random.expovariate(self._rate), self._arrive)
        while self._events and self._events[0][0] <= self._seconds:
            now, _, what = heapq.heappop(self._events)
            what(now)

    def utilisation(self) -> dict[str, float]:
        """Resource → share of its time that it was busy; above 1 when more was asked than there was time for."""
        shares = {name: one.busy_s / (one.servers * self._seconds) for name, one in self.resources.items()}
        return {"places": self._held_s / (self._places * self._seconds), **shares}

    def _at(self, moment: float, what: Callable[[float], None]) -> None:
        heapq.heappush(self._events, (moment, next(self._numbers), what))

    def _arrive(self, now: float) -> None:
        self._at(now + self._random.expovariate(self._rate), self._arrive)
        if self._taken < self._places:
            self._begin(now, now)
        else:
            self._line.append(now)

    def _begin(self, now: float, asked: float) -> None:
        self._taken += 1
        self.place_waits.append(now - asked)
        self._serve(
            "temporal", now, 1.0, lambda then: self._round(then, now, asked, round(self._of["answers_in_a_row"]))
        )

    def _round(self, now: float, began: float, asked: float, left: int) -> None:
        if left == 0:
            self._end(now, began, asked)
            return
        share = 1.0 / round(self._of["answers_in_a_row"])

        def answered(then: float) -> None:
            self._round(then, began, asked, left - 1)

        def committed(then: float) -> None:
            self._serve("servers", then, share, None)
            self._ask(then, self._of["calls"] * share, answered)

        self._serve(
            "worker processors", now, share, lambda then: self._serve("database commits", then, share, committed)
        )

    def _ask(self, now: float, calls: float, then: Callable[[float], None]) -> None:
        """Several calls at once; the last answer counts."""
        whole = int(calls) + (self._random.random() < calls % 1)
        answers = self.resources["model calls"]
        done = [answers.serve(now, self._random.expovariate(1 / self._of["answer_s"])) for _ in range(whole)]
        self._at(max(done, default=now), then)

    def _serve(self, name: str, now: float, share: float, then: Callable[[float], None] | None) -> None:
        done = self.resources[name].serve(now, self._asked[name][0] * share * self._random.expovariate(1.0))
        if then is not None:
            self._at(done, then)

    def _end(self, now: float, began: float, asked: float) -> None:
        self._taken -= 1
        self._held_s += now - began
        self.took.append(now - asked)
        if self._line:
            self._begin(now, self._line.popleft())


def at(values: Sequence[float], share: float) -> float:
    """The value below which that share lies; 0 for none."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 3) if ordered else 0.0


def simulated(of: Mapping[str, float], runs_per_s: float, *, seconds: float, seed: int = 1) -> dict[str, Any]:
    """One load, in figures."""
    one = Simulation(of, runs_per_s, seconds=seconds, seed=seed)
    one.run()
    used = one.utilisation()
    return {
        "runs_per_s": round(runs_per_s, 3),
        "done_per_s": round(len(one.took) / seconds, 3),
        "place_wait_p50_s": at(one.place_waits, 0.5),
        "place_wait_p95_s": at(one.place_waits, 0.95),
        "model_wait_p95_s": at(one.resources["model calls"].waits, 0.95),
        "commit_wait_p95_s": at(one.resources["database commits"].waits, 0.95),
        "run_p50_s": at(one.took, 0.5),
        "run_p95_s": at(one.took, 0.95),
        "utilisation": {name: round(value, 3) for name, value in used.items()},
        "busiest": max(used, key=used.__getitem__),
    }


def plan(of: Mapping[str, float], runs_per_day: float, peak: float = PEAK) -> dict[str, float]:
    """What such a day takes, with every resource at `COMFORT` in its busiest hour."""
    rate = runs_per_day / DAY_S * peak
    need = {name: rate * seconds / COMFORT for name, (seconds, _) in demands(of).items()}
    return {
        "peak_runs_per_s": round(rate, 2),
        "runs_at_work": round(rate * demands(of)["places"][0]),
        "worker_processes": max(1, round(max(need["worker processors"], need["places"] / of["places"]) + 0.5)),
        "model_calls_at_once": round(need["model calls"] + 0.5),
        "model_calls_per_minute": round(rate * of["calls"] * 60),
        "server_processes": max(2, round(need["servers"] + 0.5)),
        "databases": round(need["database commits"] + 0.5),
        "temporal_shards": round(need["temporal"] + 0.5),
        "commits_per_s": round(rate * of["commits"] / of["jobs_per_commit"]),
        "events_per_s": round(rate * of["events"]),
        "database_gb_per_day": round(runs_per_day * of["kilobytes"] / 1e6, 1),
        "objects_gb_per_day": round(runs_per_day * of["artifact_kilobytes"] / 1e6, 1),
    }


def measure(of: Mapping[str, float], runs_per_day: float, *, seconds: float, peak: float = PEAK) -> dict[str, Any]:
    """The plan, what saturates first, and the simulation as load grows to twice that."""
    rate = runs_per_day / DAY_S * peak
    return {
        "runs_per_day": runs_per_day,
        "plan": plan(of, runs_per_day, peak),
        "limits": [{"resource": name, "runs_per_s": round(value, 2)} for name, value in limits(of)],
        "first": limits(of)[0][0],
        "loads": [simulated(of, rate * load, seconds=seconds) for load in LOADS],
    }


def shown(found: Mapping[str, Any]) -> str:
    """For people."""
    lines = [f"{name:24} {value:>12,}" for name, value in found["plan"].items()]
    lines += ["", *(f"{one['resource']:24} {one['runs_per_s']:>12,} runs/s at most" for one in found["limits"]), ""]
    lines += ["  runs/s    done/s  place p95   run p50   run p95  busiest"]
    for one in found["loads"]:
        figures = (one["runs_per_s"], one["done_per_s"], one["place_wait_p95_s"], one["run_p50_s"], one["run_p95_s"])
        share = one["utilisation"][one["busiest"]]
        lines += ["".join(f"{value:10.1f}" for value in figures) + f"  {one['busiest']} {share:.0%}"]
    return "\n".join(lines)


def pair(text: str) -> tuple[str, float]:
    """`name=value`."""
    name, _, value = text.partition("=")
    return name, float(value)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs-per-day", type=float, default=1_000_000)
    parser.add_argument("--peak", type=float, default=PEAK, help="the busiest hour against the mean")
    parser.add_argument("--seconds", type=float, default=600, help="simulated time of each load")
    parser.add_argument("--set", type=pair, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    try:
        figures = constants(dict(given.set))
    except KeyError as error:
        parser.error(f"there is no figure {error}; {CONSTANTS.name} lists them")
    result = measure(figures, given.runs_per_day, seconds=given.seconds, peak=given.peak)
    print(json.dumps(result) if given.json else shown(result))
